//! Do later inputs always make up for another value?
//!
//! The question is whether executions `I` and a value `v` exist for which nothing that is received later leads to the failure. It is asked in rounds: a
//! solver proposes `I` and `v` that withstand all answers so far; a second one looks for later inputs that lead to the failure nevertheless, and these become an
//! answer. The first answers are no constants but follow the proposal: all later inputs as they are in `I`, and one of them moved by the difference
//! between the other value and the assigned one. Sums, which would be answered one value at a time, are settled by those.

use whydunit_claim::Judged;
use whydunit_solver::{Answer, Solve};
use whydunit_term::{Model, Substitution, Term, Terms};

use super::Checker;
use super::domain::Size;
use super::functions::{Open, input_of};
use crate::limits::{MOST_MOVED, MOST_ROUNDS};

/// An assignment is open, and later inputs answer.
struct Game {
    /// Later inputs as the failing execution has them.
    later: Vec<Term>,
    /// The same as they answer.
    answers: Vec<Term>,
    /// With the answers, the run fails along the trace.
    fails: Term,
}

impl Game {
    /// The failure with answers that are terms.
    fn with(&self, terms: &mut Terms, answers: &[Term]) -> Term {
        let mut given = Substitution::new();
        for (&variable, &answer) in self.answers.iter().zip(answers) {
            given.insert(terms, variable, answer);
        }
        given.apply(terms, self.fails)
    }
}

impl Checker<'_> {
    pub(super) fn ask_whatever_comes(
        &mut self,
        terms: &mut Terms,
        judged: &Judged,
        open: &Open,
        is_value: Term,
    ) {
        let horizon = self.horizon(judged);
        let game = self.game(terms, judged, open, horizon);
        let mut proposer = (self.options.solver)();
        let mut all = vec![self.functions.fails(terms), is_value];
        self.keep_small(terms, horizon, &mut all);
        for answers in self.following_answers(terms, &game, open) {
            let fails = game.with(terms, &answers);
            all.push(terms.not(fails));
        }
        let all = terms.and(&all);
        proposer.assert(terms, all);
        for _ in 0..MOST_ROUNDS {
            let proposal = match self.purse.check(proposer.as_mut(), terms, &[]) {
                Answer::Unsat(_) => return,
                Answer::Unknown(reason) => return self.give_up(reason),
                Answer::Sat(proposal) => proposal,
            };
            match self.answer(terms, &game, &proposal) {
                Answer::Unsat(_) => return self.confirm(terms, judged, open, &proposal),
                Answer::Unknown(reason) => return self.give_up(reason),
                Answer::Sat(found) => {
                    let answers: Vec<Term> = game
                        .answers
                        .iter()
                        .map(|&answer| value_in(terms, answer, &found))
                        .collect();
                    let fails = game.with(terms, &answers);
                    let withstands = terms.not(fails);
                    proposer.assert(terms, withstands);
                }
            }
        }
        self.unclear(judged.step.index(), "later inputs have too many ways to make up for it");
    }

    fn game(&self, terms: &mut Terms, judged: &Judged, open: &Open, horizon: u32) -> Game {
        let first = judged.step.index() + usize::from(input_of(self.trace, judged).is_none());
        let fails = self.fails_with(terms, open, first);
        let mut renaming = Substitution::new();
        let (mut later, mut answers, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for (record, variable) in self.later(horizon) {
            let answer = terms.fresh("answer", terms.sort(variable));
            renaming.insert(terms, variable, answer);
            let ty = self.trace.inputs[record as usize].ty;
            all.push(self.is_of_type(terms, answer, ty, Size::Large));
            later.push(variable);
            answers.push(answer);
        }
        all.push(renaming.apply(terms, fails));
        let fails = terms.and(&all);
        Game { later, answers, fails }
    }

    /// Answers that follow the proposal.
    fn following_answers(&self, terms: &mut Terms, game: &Game, open: &Open) -> Vec<Vec<Term>> {
        let mut list = vec![game.later.clone()];
        let Some((other, own)) = self.functions.values_of(terms, open) else { return list };
        let difference = terms.sub(own, other);
        for position in 0..game.later.len().min(MOST_MOVED) {
            let moved = game.later[position];
            if terms.sort(moved).is_bool() {
                continue;
            }
            let difference = terms.resize(difference, terms.width(moved), true);
            for other in [terms.add(moved, difference), terms.sub(moved, difference)] {
                let mut answers = game.later.clone();
                answers[position] = other;
                list.push(answers);
            }
        }
        list
    }

    /// Later inputs with which a proposal fails.
    fn answer(&mut self, terms: &mut Terms, game: &Game, proposal: &Model) -> Answer {
        let mut known = Substitution::new();
        for variable in terms.variables(&[game.fails]) {
            if !game.answers.contains(&variable) {
                let value = value_in(terms, variable, proposal);
                known.insert(terms, variable, value);
            }
        }
        let question = known.apply(terms, game.fails);
        let mut verifier = (self.options.solver)();
        verifier.assert(terms, question);
        self.purse.check(verifier.as_mut(), terms, &[])
    }
}

fn value_in(terms: &mut Terms, variable: Term, model: &Model) -> Term {
    let value = terms.symbol(variable).map_or(0, |symbol| model.get(symbol));
    terms.constant(terms.sort(variable), value)
}
