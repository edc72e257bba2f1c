//! From facts about the formula's variables at one position to facts about the program's state.
//!
//! A formula has a new variable for every write; an invariant speaks of storage, so that it can hold over many positions. Each piece of storage that an invariant mentions
//! has one state variable, and facts that say the same of the state are the same conjunct.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whydunit_claim::{Conjunct, Held, Interval, StateVariable};
use whydunit_encode::{Definition, Range, Renderer, Storage, TraceFormula};
use whydunit_interp::ObjectKind;
use whydunit_program::Program;
use whydunit_term::{Term, Terms};
use whydunit_trace::{ErrorTrace, cell_name};

use crate::conjunction::{Literal, bounded};
use crate::express::{linear_term, linear_text, term_text};
use crate::linear::Sum;
use crate::variables::{Number, Variables};

/// What a state variable is called.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    frame: Option<u32>,
    /// How often it had to be told from another one.
    level: u32,
}

#[derive(Debug)]
pub(crate) struct StateTable<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    formula: &'a TraceFormula,
    renderer: Renderer<'a>,
    /// Steps that overwrite what a variable stands for.
    overwritten: FxHashMap<Term, u32>,
    /// Records of inputs.
    inputs: FxHashMap<Term, u32>,
    by_held: FxHashMap<Held, Term>,
    names: FxHashMap<Term, Name>,
    /// What the conjuncts are, about the state.
    literals: Vec<Literal>,
    numbers: FxHashMap<Term, Number>,
    known: FxHashMap<Literal, u32>,
    pub(crate) conjuncts: Vec<Conjunct>,
    pub(crate) state: Vec<StateVariable>,
}

impl<'a> StateTable<'a> {
    pub(crate) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        formula: &'a TraceFormula,
    ) -> StateTable<'a> {
        let inputs = formula.inputs.iter().map(|input| (input.variable, input.record));
        StateTable {
            program,
            trace,
            formula,
            inputs: inputs.collect(),
            renderer: Renderer::new(program, trace, formula),
            overwritten: successions(formula)
                .map(|(before, definition)| (before, definition.step))
                .collect(),
            by_held: FxHashMap::default(),
            names: FxHashMap::default(),
            literals: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            conjuncts: Vec::new(),
            state: Vec::new(),
        }
    }

    /// The conjunct that a fact is at a position.
    pub(crate) fn conjunct(
        &mut self,
        terms: &mut Terms,
        variables: &Variables<'_>,
        literal: &Literal,
        position: usize,
    ) -> u32 {
        let is_exact = match literal {
            Literal::Linear(vector, bounds) => {
                let fixed = vector.single().filter(|x| variables.fixed.contains(x));
                bounds.value().is_some() && fixed.is_some_and(|x| !variables.is_pointer(x))
            }
            _ => false,
        };
        let literal = self.about_state(terms, variables, literal, position);
        if let Some(&known) = self.known.get(&literal) {
            return known;
        }
        let term = match &literal {
            Literal::Linear(vector, bounds) => {
                let numbers = &self.numbers;
                linear_term(terms, vector, bounds, |_, variable| numbers.get(&variable).copied())
            }
            Literal::Term(term) => *term,
            Literal::Unset(_) => Term::TRUE,
        };
        let index = self.conjuncts.len() as u32;
        let unset = match &literal {
            Literal::Unset(range) => Some(*range),
            Literal::Linear(..) | Literal::Term(_) => None,
        };
        self.conjuncts.push(Conjunct { term, text: String::new(), is_exact, unset });
        self.literals.push(literal.clone());
        self.known.insert(literal, index);
        index
    }

    /// Gives the conjuncts their texts, once it is known which of them are said together.
    pub(crate) fn write_texts(&mut self, terms: &Terms, intervals: &[Interval]) {
        self.tell_apart(terms, intervals);
        for (conjunct, literal) in self.conjuncts.iter_mut().zip(&self.literals) {
            let numbers = &self.numbers;
            let number_of = |variable: Term| numbers.get(&variable).copied();
            conjunct.text = match literal {
                Literal::Linear(vector, bounds) => {
                    linear_text(terms, &self.renderer, vector, bounds, number_of)
                }
                Literal::Term(term) => term_text(terms, &self.renderer, *term),
                Literal::Unset(range) => unset_text(self.program, self.trace, *range),
            };
        }
    }

    /// Two variables of one name in one invariant: the one of the outer call is shown with its function, and where that is the same, with
    /// the depth of the call.
    fn tell_apart(&mut self, terms: &Terms, intervals: &[Interval]) {
        for level in 1..=2 {
            let mut outer: BTreeSet<Term> = BTreeSet::new();
            let mut current: FxHashMap<&str, FxHashMap<Term, u32>> = FxHashMap::default();
            for interval in intervals {
                for &lost in &interval.lost {
                    for variable in self.literals[lost as usize].variables(terms) {
                        let users = current.entry(&self.names[&variable].text).or_default();
                        if let Some(count) = users.get_mut(&variable) {
                            *count -= 1;
                            if *count == 0 {
                                users.remove(&variable);
                            }
                        }
                    }
                }
                for &gained in &interval.gained {
                    for variable in self.literals[gained as usize].variables(terms) {
                        let name = &self.names[&variable];
                        let users = current.entry(&name.text).or_default();
                        *users.entry(variable).or_insert(0) += 1;
                        if users.len() > 1 {
                            let innermost =
                                users.keys().map(|user| (self.names[user].frame, *user)).max();
                            let others = users.keys().filter(|&&user| {
                                innermost.is_some_and(|(_, innermost)| user != innermost)
                            });
                            outer.extend(others);
                        }
                    }
                }
            }
            for variable in outer {
                self.qualify(variable, level);
            }
        }
    }

    fn qualify(&mut self, variable: Term, level: u32) {
        let Some(name) = self.names.get_mut(&variable) else { return };
        let frame = name.frame.and_then(|frame| self.trace.frames.get(frame as usize));
        match (frame, name.level) {
            (Some(frame), 0) => {
                let function = &self.program.function(frame.function).name;
                name.text = format!("{function}'s {}", name.text);
            }
            (Some(frame), 1) if level == 2 => {
                name.text = format!("{} of call {}", name.text, frame.depth);
            }
            _ => return,
        }
        name.level += 1;
        self.renderer.rename(variable, name.text.clone());
    }

    /// The call that a local variable belongs to.
    fn frame_of(&self, held: Held) -> Option<u32> {
        let Held::Range(range) = held else { return None };
        match range.storage {
            Storage::Register { frame, .. } => Some(frame),
            Storage::Object(id) => match self.trace.object(id)?.info.kind {
                ObjectKind::Local { frame, .. } => Some(frame),
                _ => None,
            },
            _ => None,
        }
    }

    fn about_state(
        &mut self,
        terms: &mut Terms,
        variables: &Variables<'_>,
        literal: &Literal,
        position: usize,
    ) -> Literal {
        match literal {
            Literal::Linear(vector, bounds) => {
                let mut sum = Sum::default();
                for &(variable, coefficient) in &vector.0 {
                    let state = self.state_variable(terms, variables, variable, position);
                    let part = Sum::variable(state);
                    sum = sum.plus(&part, coefficient).unwrap_or_default();
                }
                match bounded(&sum, bounds) {
                    Some((vector, bounds)) => Literal::Linear(vector, bounds),
                    None => literal.clone(),
                }
            }
            Literal::Term(term) => {
                let pairs: Vec<(Term, Term)> = terms
                    .variables(&[*term])
                    .into_iter()
                    .map(|variable| {
                        (variable, self.state_variable(terms, variables, variable, position))
                    })
                    .collect();
                Literal::Term(terms.substitute(*term, &pairs))
            }
            Literal::Unset(_) => literal.clone(),
        }
    }

    fn state_variable(
        &mut self,
        terms: &mut Terms,
        variables: &Variables<'_>,
        variable: Term,
        position: usize,
    ) -> Term {
        let held = self.held(variable, position);
        if let Some(&known) = self.by_held.get(&held) {
            return known;
        }
        let sort = terms.sort(variable);
        let text = match variables.renderer.variable(variable) {
            Some(shown) => shown.text.to_string(),
            None => terms.display(variable).to_string(),
        };
        let text = match held {
            Held::Past { .. } => format!("\\old({text})"),
            _ => text,
        };
        let state = terms.fresh(&format!("state {text}"), sort);
        self.renderer.alias(state, variable, text.clone());
        self.names.insert(state, Name { text, frame: self.frame_of(held), level: 0 });
        if let Some(number) = variables.number(terms, variable) {
            self.numbers.insert(state, number);
        }
        self.by_held.insert(held, state);
        self.state.push(StateVariable { variable: state, held });
        state
    }

    fn held(&self, variable: Term, position: usize) -> Held {
        let held = match self.formula.range_of(variable) {
            Some(range) => Held::Range(range),
            None => Held::Input(self.inputs.get(&variable).copied().unwrap_or(u32::MAX)),
        };
        match (held, self.overwritten.get(&variable)) {
            (Held::Range(range), Some(&step)) if (step as usize) < position => {
                Held::Past { range, position: step }
            }
            _ => held,
        }
    }
}

fn unset_text(program: &Program, trace: &ErrorTrace, range: Range) -> String {
    let name = whydunit_encode::cell_of(range).and_then(|cell| cell_name(program, trace, cell));
    format!("!\\initialized(&{})", name.unwrap_or_else(|| "storage".into()))
}

/// Each definition that gives storage a new value as a whole, with the variable that the storage was before.
pub(crate) fn successions(
    formula: &TraceFormula,
) -> impl Iterator<Item = (Term, &Definition)> + '_ {
    let unset = formula.unset.iter().map(|unset| (unset.range, unset.variable));
    let mut current: FxHashMap<Range, Term> = unset.collect();
    formula.definitions.iter().filter_map(move |definition| {
        let before = current.insert(definition.range, definition.variable)?;
        Some((before, definition))
    })
}
