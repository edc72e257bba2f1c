//! A solver program that speaks SMT-LIB.
//!
//! The program is started with the first query and keeps what it has been told. A query's assumptions get names; cores come
//! back as those. When the program is killed because a budget ended, or when a term needs a larger logic than the one
//! declared, the next query starts it again and tells it everything anew.
//!
//! The program's models are evaluated before they are believed. As with [`crate::Embedded`], a model that needs values of
//! uninterpreted functions is [`Reason::Abstracted`]. A budget's conflicts and memory are not watched here.

use std::path::PathBuf;

use rustc_hash::FxHashSet;
use whydunit_term::{Evaluator, Model, Op, Term, Terms};

use crate::smtlib::process::Process;
use crate::smtlib::session::{Reply, Session};
use crate::smtlib::write::Needs;
use crate::{Answer, Budget, Core, Reason, Solve, Statistics};

/// Decides by asking another program.
#[derive(Debug)]
pub struct External {
    program: PathBuf,
    arguments: Vec<&'static str>,
    asserted: Vec<Term>,
    /// Terms that occur in what was asserted and assumed, as far as they have been looked at.
    seen: FxHashSet<Term>,
    /// How many of the asserted terms have been looked at.
    scanned: usize,
    needs: Needs,
    variables: Vec<Term>,
    session: Option<Session>,
    /// A program that runs and has been told to forget everything.
    idle: Option<Process>,
    queries: u64,
}

impl External {
    /// Talks to the program at that path, started with those arguments.
    pub fn new(program: PathBuf, arguments: &[&'static str]) -> External {
        External {
            program,
            arguments: arguments.to_vec(),
            asserted: Vec::new(),
            seen: FxHashSet::default(),
            scanned: 0,
            needs: Needs::default(),
            variables: Vec::new(),
            session: None,
            idle: None,
            queries: 0,
        }
    }

    /// Forgets everything asserted, but keeps the program running.
    pub fn reset(&mut self) {
        let idle = self.session.take().map(Session::reset).or(self.idle.take());
        let fresh = External::new(std::mem::take(&mut self.program), &self.arguments);
        *self = External { idle, queries: self.queries, ..fresh };
    }

    /// Finds variables and needed theories in terms not seen before.
    fn look_at(&mut self, terms: &Terms, assumptions: &[Term]) {
        let mut pending: Vec<Term> = self.asserted[self.scanned..].to_vec();
        self.scanned = self.asserted.len();
        pending.extend_from_slice(assumptions);
        while let Some(term) = pending.pop() {
            if self.seen.insert(term) {
                if matches!(terms.op(term), Op::Variable(_)) {
                    self.variables.push(term);
                }
                self.needs = self.needs.union(Needs::of_operation(terms.op(term)));
                pending.extend_from_slice(terms.children(term));
            }
        }
    }

    fn open_session(&mut self) -> Result<Session, Reason> {
        if let Some(session) = self.session.take().filter(|session| session.needs() == self.needs) {
            return Ok(session);
        }
        let process = match self.idle.take() {
            Some(process) => process,
            None => Process::start(&self.program, &self.arguments)?,
        };
        Ok(Session::begin(process, self.needs))
    }

    fn ask(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Reason> {
        self.queries += 1;
        if let Some(reason) = budget.exceeded() {
            return Err(reason);
        }
        self.look_at(terms, assumptions);
        let mut session = self.open_session()?;
        session.tell(terms, &self.asserted);
        // An error drops the session, and with it a program that may be in any state.
        let answer = match session.check(terms, assumptions, budget)? {
            Reply::Sat => {
                let model = session.model(terms, &self.variables, budget)?;
                self.judge(terms, assumptions, model)
            }
            Reply::Unsat(core) => Answer::Unsat(Core(core)),
            Reply::Unknown(why) => Answer::Unknown(Reason::External(why)),
        };
        self.session = Some(session);
        Ok(answer)
    }

    /// Does the model make everything true?
    fn judge(&self, terms: &Terms, assumptions: &[Term], model: Model) -> Answer {
        let mut evaluator = Evaluator::new(&model);
        let mut abstracted = false;
        for &term in self.asserted.iter().chain(assumptions) {
            match evaluator.value(terms, term) {
                Some(1) => {}
                Some(_) => {
                    let message = format!("{}: the model is wrong", self.program.display());
                    return Answer::Unknown(Reason::External(message));
                }
                None => abstracted = true,
            }
        }
        if abstracted { Answer::Unknown(Reason::Abstracted) } else { Answer::Sat(model) }
    }
}

impl Solve for External {
    fn assert(&mut self, _terms: &mut Terms, term: Term) {
        self.asserted.push(term);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        self.ask(terms, assumptions, budget).unwrap_or_else(Answer::Unknown)
    }

    fn statistics(&self) -> Statistics {
        Statistics { queries: self.queries, ..Statistics::default() }
    }
}
