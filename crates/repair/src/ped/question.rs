//! Questions about given changes: how far does the run get with them, and with which values?

use whydunit_encode::Used;
use whydunit_program::Class;
use whydunit_program::Target;
use whydunit_solver::{Answer, Budget, Embedded, Goal, Optimum, Signedness, Solve, optimum};
use whydunit_term::{Evaluator, Model, Term, Terms};

use super::Values;
use super::formula::{Exit, Formula, RepairProgram};
use crate::limits::MOST_VALUES;

/// The formulas of some traces, one for each, and a solver that knows what else holds.
pub(super) struct Question<'q, 'p> {
    pub(super) programs: &'q [RepairProgram<'p>],
    pub(super) formulas: Vec<Formula>,
    pub(super) terms: Terms,
    pub(super) solver: Embedded,
    /// Of all queries together.
    pub(super) budget: Budget,
    pub(super) target: Target,
    pub(super) is_cut_short: bool,
}

impl<'q, 'p> Question<'q, 'p> {
    /// What is left to spend; at the end hardly anything.
    pub(super) fn rest(&self) -> Budget {
        let spent = self.solver.statistics().conflicts;
        self.budget.after(spent).unwrap_or_else(|_| self.budget.clone().with_conflicts(1))
    }

    pub(super) fn ask(&mut self, assumptions: &[Term]) -> Answer {
        let budget = self.rest();
        self.solver.check(&mut self.terms, assumptions, &budget)
    }

    /// All traces are repaired.
    pub(super) fn is_avoided(&mut self) -> Term {
        let all: Vec<Term> = self.formulas.iter().map(Formula::is_avoided).collect();
        self.terms.and(&all)
    }

    /// The latest branches that the runs can get to, by trace, and a model in which they do. `settled` says which changes are made, and that all traces
    /// are repaired; afterwards it says that those branches are taken.
    pub(super) fn latest(
        &mut self,
        settled: &mut Vec<Term>,
        mut model: Model,
    ) -> (Vec<Exit>, Model) {
        let mut ends = Vec::with_capacity(self.formulas.len());
        for index in 0..self.formulas.len() {
            let mut low = self.taken(index, &model);
            let mut high = self.formulas[index].exits.len();
            while low + 1 < high {
                let middle = low.midpoint(high);
                settled.push(self.formulas[index].exits[middle].or_later);
                let answer = self.ask(settled);
                settled.pop();
                match answer {
                    Answer::Sat(better) => {
                        model = better;
                        low = self.taken(index, &model).max(middle);
                    }
                    Answer::Unsat(_) => high = middle,
                    Answer::Unknown(_) => {
                        self.is_cut_short = true;
                        break;
                    }
                }
            }
            let exit = self.formulas[index].exits[low];
            settled.push(exit.taken);
            ends.push(exit);
        }
        (ends, model)
    }

    /// The exit that is taken in a model.
    fn taken(&self, index: usize, model: &Model) -> usize {
        let mut evaluator = Evaluator::new(model);
        let is_taken = |exit: &Exit| evaluator.value(&self.terms, exit.taken) == Some(1);
        self.formulas[index].exits.iter().position(is_taken).unwrap_or(0)
    }

    /// Values of a statement that may compute anything, in the first trace that executes it: `settled` leads to these exits, and so does the model.
    pub(super) fn values(
        &mut self,
        number: u32,
        selector: Term,
        ends: &[Exit],
        settled: &[Term],
        model: &Model,
    ) -> Values {
        let mut answer = Values::default();
        let results = |(formula, end): (&Formula, &Exit)| -> Vec<(Used, Term)> {
            let own = |used: &&Used| {
                used.number == number && used.selector == selector && used.step <= end.atomic
            };
            let own = formula.used.iter().filter(own);
            own.filter_map(|used| Some((*used, used.result?))).collect()
        };
        let mut all = self.formulas.iter().zip(ends).map(results).enumerate();
        let found = all.find(|(_, results)| !results.is_empty());
        let Some((index, results)) = found else { return answer };
        let program: &'q RepairProgram<'p> = &self.programs[index];
        let Some(&(first, variable)) = results.first() else { return answer };
        let is_uniform = results.iter().all(|(used, _)| used.class == first.class)
            && !self.terms.sort(variable).is_bool();
        let mut model = model.clone();
        if is_uniform {
            let mut same = settled.to_vec();
            for &(_, other) in &results[1..] {
                same.push(self.terms.eq(variable, other));
            }
            if let Answer::Sat(one) = self.ask(&same) {
                answer.common = Some(self.number(program, &first, variable, &one));
                model = one;
                let low = self.extreme(program, Goal::Smallest, (&first, variable), &same);
                let high = self.extreme(program, Goal::Largest, (&first, variable), &same);
                answer.range = low.zip(high);
            }
        }
        for (used, variable) in results.iter().take(MOST_VALUES) {
            let step = program.steps.of[used.step as usize];
            let value = self.number(program, used, *variable, &model);
            answer.each.push((step.map_or(0, |number| number as usize + 1), value));
        }
        answer
    }

    fn extreme(
        &mut self,
        program: &RepairProgram<'_>,
        goal: Goal,
        (used, variable): (&Used, Term),
        settled: &[Term],
    ) -> Option<i128> {
        let sign = if used.class.signed() { Signedness::Signed } else { Signedness::Unsigned };
        let goal = (goal, sign);
        let budget = self.rest();
        let found = optimum(&mut self.solver, &mut self.terms, variable, goal, settled, &budget);
        match found {
            Optimum::Found { model, .. } => Some(self.number(program, used, variable, &model)),
            _ => None,
        }
    }

    fn number(
        &self,
        program: &RepairProgram<'_>,
        used: &Used,
        variable: Term,
        model: &Model,
    ) -> i128 {
        let bits = Evaluator::new(model).value(&self.terms, variable).unwrap_or(0);
        let unused = 128 - self.terms.width(variable);
        match used.class {
            Class::Pointer { .. } => match program.trace.pointer_entry(self.target, bits as u64) {
                Some(entry) => {
                    i128::from(bits as u64) - i128::from(entry.start) + i128::from(entry.offset)
                }
                None => bits as i128,
            },
            class if class.signed() => ((bits << unused) as i128) >> unused,
            _ => bits as i128,
        }
    }
}
