//! Explanations as text.
//!
//! Lines are invariants and steps in turn. An invariant is `true` or conjuncts `a <= 3`, `a == b` joined by `&&`, over signed numbers of 32 bits; a
//! name is that of storage in the program, `@name` that of an input before it is received. A step is `-- LINE ROLE`, the next
//! step on that line that can have the role, or `-- given`, the next one before the run starts.

use whydunit_encode::{Addresses, Flow, Inputs, Options, TraceFormula, cell_of};
use whydunit_explain::{
    Conjunct, Explanation, Held, Interval, Method, Relevant, Role, StateVariable, Status, Why,
};
use whydunit_term::{Term, Terms};
use whydunit_trace::{StepIndex, StepKind, cell_name};

use super::Failing;

pub(crate) fn explanation(
    failing: &Failing,
    terms: &mut Terms,
    (method, inputs): (Method, Inputs),
    text: &str,
) -> Explanation {
    let options = Options { flow: Flow::Plain, addresses: Addresses::Guarded, inputs };
    let formula = TraceFormula::encode(&failing.program, &failing.trace, terms, options)
        .expect("the trace should be encoded");
    let mut draft = Draft {
        failing,
        formula,
        explanation: Explanation {
            method,
            inputs,
            status: Status::Complete,
            relevant: Vec::new(),
            declaration: None,
            intervals: Vec::new(),
            conjuncts: Vec::new(),
            state: Vec::new(),
        },
        from: 0,
        before: Vec::new(),
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut after_step = None;
    for line in lines {
        match line.strip_prefix("--") {
            Some(step) => after_step = Some(draft.find_step(step)),
            None => draft.add_interval(terms, after_step.take(), line),
        }
    }
    let last = draft.explanation.intervals.last_mut().expect("there should be an invariant");
    last.to = failing.trace.steps.len() - 1;
    draft.explanation
}

struct Draft<'a> {
    failing: &'a Failing,
    formula: TraceFormula,
    explanation: Explanation,
    /// The first position after the step found last.
    from: usize,
    /// The conjuncts of the invariant before.
    before: Vec<u32>,
}

impl Draft<'_> {
    fn find_step(&self, text: &str) -> (usize, Option<Role>) {
        let text = text.trim();
        if text == "given" {
            return (self.from, None);
        }
        let (line, role) = text.split_once(' ').expect("a step should be a line and a role");
        let line: u32 = line.parse().expect("the line should be a number");
        let role = match role {
            "assign" => Role::Assign,
            "input" => Role::Input,
            "condition" => Role::Condition,
            "frame" => Role::Frame,
            "check" => Role::Check,
            "call" => Role::Call,
            other => panic!("no role {other}"),
        };
        let trace = &self.failing.trace;
        let can = |kind: StepKind| match role {
            Role::Assign => matches!(
                kind,
                StepKind::Assign | StepKind::Call { .. } | StepKind::Return | StepKind::Other
            ),
            Role::Input => kind == StepKind::Input,
            Role::Condition | Role::Frame => matches!(kind, StepKind::Branch { .. }),
            Role::Check => matches!(kind, StepKind::Check(_)),
            Role::Call => matches!(kind, StepKind::Call { .. }),
        };
        let found = (self.from..trace.steps.len()).find(|&step| {
            let span = trace.steps[step].span;
            let place = self.failing.program.sources.line_column(span);
            place.line == line && can(trace.steps[step].kind)
        });
        (found.unwrap_or_else(|| panic!("no step `{text}`")), Some(role))
    }

    fn add_interval(&mut self, terms: &mut Terms, step: Option<(usize, Option<Role>)>, text: &str) {
        let after: Vec<u32> = match text {
            "true" => Vec::new(),
            text => text.split("&&").map(|text| self.conjunct(terms, text.trim())).collect(),
        };
        let mut gained: Vec<u32> = after.clone();
        gained.retain(|conjunct| !self.before.contains(conjunct));
        gained.sort_unstable();
        let mut lost = std::mem::replace(&mut self.before, after.clone());
        lost.retain(|conjunct| !after.contains(conjunct));
        if let Some((step, role)) = step {
            self.from = step + 1;
            let last = self.explanation.intervals.last_mut().expect("a step follows an invariant");
            last.to = step;
            if let Some(role) = role {
                let mut left_alone = Vec::new();
                if role == Role::Frame {
                    left_alone.push("something".to_owned());
                }
                let (establishes, uses) = (gained.clone(), lost.clone());
                let why = Why { establishes, uses, left_alone, otherwise: None };
                let step = StepIndex(step as u32);
                self.explanation.relevant.push(Relevant { step, role, why });
            }
        }
        let from = self.from;
        self.explanation.intervals.push(Interval { from, to: from, gained, lost });
    }

    fn conjunct(&mut self, terms: &mut Terms, text: &str) -> u32 {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[left, operator, right] = &parts[..] else { panic!("no conjunct: {text}") };
        let left = self.operand(terms, left);
        let right = self.operand(terms, right);
        let term = match operator {
            "==" => terms.eq(left, right),
            "!=" => terms.ne(left, right),
            "<" => terms.slt(left, right),
            "<=" => terms.sle(left, right),
            ">" => terms.slt(right, left),
            ">=" => terms.sle(right, left),
            other => panic!("no operator {other}"),
        };
        let conjuncts = &mut self.explanation.conjuncts;
        let known = conjuncts.iter().position(|conjunct| conjunct.term == term);
        known.unwrap_or_else(|| {
            conjuncts.push(Conjunct { term, text: text.to_owned(), is_exact: false, unset: None });
            conjuncts.len() - 1
        }) as u32
    }

    fn operand(&mut self, terms: &mut Terms, text: &str) -> Term {
        if let Ok(number) = text.parse::<i32>() {
            return terms.bits(32, (number as u32).into());
        }
        let (variable, held) = match text.strip_prefix('@') {
            Some(name) => {
                let inputs = &self.failing.trace.inputs;
                let found = inputs.iter().position(|input| input.name == name);
                let record = found.unwrap_or_else(|| panic!("no input {name}"));
                let records = self.formula.inputs.iter();
                let mut found = records.filter(|input| input.record as usize == record);
                let input = found.next().expect("the input should be a variable");
                (input.variable, Held::Input(record as u32))
            }
            None => {
                let (program, trace) = (&self.failing.program, &self.failing.trace);
                let mut definitions = self.formula.definitions.iter();
                let found = definitions.find(|definition| {
                    let cell = cell_of(definition.range);
                    cell.and_then(|cell| cell_name(program, trace, cell)).as_deref() == Some(text)
                });
                let found = found.unwrap_or_else(|| panic!("nothing is called {text}"));
                (found.variable, Held::Range(found.range))
            }
        };
        let known = self.explanation.state.iter().find(|state| state.held == held);
        if let Some(state) = known {
            return state.variable;
        }
        let variable = terms.fresh(text, terms.sort(variable));
        self.explanation.state.push(StateVariable { variable, held });
        variable
    }
}
