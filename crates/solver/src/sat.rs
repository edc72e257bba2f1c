//! The SAT solver: CaDiCaL behind a budget.
//!
//! Variables are handed out here, from 1 up. A budget's deadline, interrupt flag and memory limit are polled by CaDiCaL's
//! terminator; its conflicts are a limit of CaDiCaL itself.
//!
//! CaDiCaL does not say how much memory it holds, and its statistics cannot be read while it runs. So learnt clauses are
//! counted as they come, never as they go: when that count reaches the limit, the search is paused, the clauses that are
//! really left are looked up, and the search goes on if there is room.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Learner, Status, Terminator};

use crate::limits::TYPICAL_LEARNT;
use crate::{Budget, Reason};

/// Bytes that CaDiCaL holds for each variable (tables indexed by variable and literal), clause (header, two watches)
/// and literal.
const VARIABLE_BYTES: u64 = 320;
const CLAUSE_BYTES: u64 = 64;
const LITERAL_BYTES: u64 = 4;

/// The end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Satisfiable,
    Unsatisfiable,
    Stopped(Reason),
}

/// The solver that is linked in, with its version: `CaDiCaL 2.1.3`.
pub fn embedded_version() -> String {
    format!("CaDiCaL {}", CaDiCal::version())
}

pub(crate) struct Sat {
    solver: CaDiCal,
    variables: i32,
    clauses: u64,
    literals: u64,
    learnt: Rc<Cell<Learnt>>,
}

#[derive(Clone, Copy, Default)]
struct Learnt {
    clauses: u64,
    literals: u64,
}

impl Learnt {
    fn bytes(self) -> u64 {
        self.clauses * CLAUSE_BYTES + self.literals * LITERAL_BYTES
    }
}

impl fmt::Debug for Sat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sat")
            .field("variables", &self.variables)
            .field("clauses", &self.clauses)
            .finish_non_exhaustive()
    }
}

impl Sat {
    pub(crate) fn new() -> Sat {
        let mut solver = CaDiCal::new();
        // No variables of the solver's own, and none that have to be announced.
        solver.set("factor", 0);
        solver.set("factorcheck", 0);
        // Trying all-true and all-false assignments costs a pass over all clauses with every query.
        solver.set("lucky", 0);
        // Queries that follow each other share most of their assumptions: keep what those imply.
        solver.set("ilb", 1);
        // With chronological backtracking conflicts can follow each other for seconds without a decision, and limits are
        // looked at between decisions only.
        solver.set("chrono", 0);
        Sat { solver, variables: 0, clauses: 0, literals: 0, learnt: Rc::default() }
    }

    pub(crate) fn variable(&mut self) -> i32 {
        self.variables =
            self.variables.checked_add(1).expect("fewer than 2^31 SAT variables should do");
        self.variables
    }

    pub(crate) fn clause(&mut self, literals: &[i32]) {
        self.clauses += 1;
        self.literals += literals.len() as u64;
        match *literals {
            [a, b] => self.solver.clause2(a, b),
            [a, b, c] => self.solver.clause3(a, b, c),
            _ => self.solver.clause6(literals),
        }
    }

    pub(crate) fn variables(&self) -> u64 {
        self.variables.unsigned_abs().into()
    }

    pub(crate) fn clauses(&self) -> u64 {
        self.clauses
    }

    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.get_statistic_value("conflicts").try_into().unwrap_or(0)
    }

    /// Estimate of the bytes held.
    pub(crate) fn memory(&self) -> u64 {
        self.variables() * VARIABLE_BYTES
            + self.clauses * CLAUSE_BYTES
            + self.literals * LITERAL_BYTES
            + self.learnt.get().bytes()
    }

    /// Searches for an assignment under assumptions. `held` bytes are in use elsewhere.
    pub(crate) fn solve(&mut self, assumptions: &[i32], budget: &Budget, held: u64) -> Outcome {
        let before = self.conflicts();
        if budget.memory.is_some() {
            self.recount_learnt();
        }
        loop {
            let rest = match budget.after(self.conflicts() - before) {
                Ok(rest) => rest,
                Err(reason) => return Outcome::Stopped(reason),
            };
            match self.search(assumptions, &rest, held) {
                Outcome::Stopped(Reason::Memory) => {
                    self.recount_learnt();
                    let full = budget.memory.is_some_and(|limit| {
                        // Without some room the next pause would come at once.
                        held + self.memory() > limit - limit / 16
                    });
                    if full {
                        return Outcome::Stopped(Reason::Memory);
                    }
                }
                outcome => return outcome,
            }
        }
    }

    fn search(&mut self, assumptions: &[i32], budget: &Budget, held: u64) -> Outcome {
        if let Some(reason) = budget.exceeded_by(held + self.memory()) {
            return Outcome::Stopped(reason);
        }
        let stopped = Rc::new(Cell::new(None));
        let watched =
            budget.deadline.is_some() || budget.interrupt.is_some() || budget.memory.is_some();
        if watched {
            self.solver.connect_terminator(Watcher {
                budget: budget.clone(),
                held: held + self.memory() - self.learnt.get().bytes(),
                learnt: Rc::clone(&self.learnt),
                stopped: Rc::clone(&stopped),
            });
        }
        if budget.memory.is_some() {
            self.solver.connect_learner(Counter(Rc::clone(&self.learnt)));
        }
        if let Some(conflicts) = budget.conflicts {
            self.solver.limit("conflicts", conflicts.try_into().unwrap_or(i32::MAX));
        }
        for &literal in assumptions {
            self.solver.assume(literal);
        }
        let status = self.solver.solve();
        if watched {
            self.solver.disconnect_terminator();
            self.solver.disconnect_learner();
        }
        match status {
            Status::SATISFIABLE => Outcome::Satisfiable,
            Status::UNSATISFIABLE => Outcome::Unsatisfiable,
            Status::UNKNOWN => {
                let reason = match stopped.get() {
                    None => Reason::Conflicts,
                    Some(Stop::Time) => Reason::Time,
                    Some(Stop::Memory) => Reason::Memory,
                    Some(Stop::Interrupt) => Reason::Interrupted,
                };
                Outcome::Stopped(reason)
            }
        }
    }

    /// Replaces the count of clauses ever learnt by that of those that are left.
    fn recount_learnt(&mut self) {
        let counted = self.learnt.get();
        let average = match counted.clauses {
            0 => TYPICAL_LEARNT,
            clauses => counted.literals.div_ceil(clauses),
        };
        let left = self.solver.redundant().try_into().unwrap_or(0);
        self.learnt.set(Learnt { clauses: left, literals: left * average });
    }

    /// The value of a literal, after [`Outcome::Satisfiable`] and before anything else is done.
    pub(crate) fn value(&mut self, literal: i32) -> bool {
        self.solver.val(literal) == literal
    }

    /// Is the assumption part of the reason, after [`Outcome::Unsatisfiable`]?
    pub(crate) fn failed(&mut self, literal: i32) -> bool {
        self.solver.failed(literal)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Time,
    Memory,
    Interrupt,
}

struct Watcher {
    budget: Budget,
    held: u64,
    learnt: Rc<Cell<Learnt>>,
    stopped: Rc<Cell<Option<Stop>>>,
}

impl Terminator for Watcher {
    fn terminated(&mut self) -> bool {
        let stop = match self.budget.exceeded_by(self.held + self.learnt.get().bytes()) {
            None => return false,
            Some(Reason::Interrupted) => Stop::Interrupt,
            Some(Reason::Memory) => Stop::Memory,
            Some(_) => Stop::Time,
        };
        self.stopped.set(Some(stop));
        true
    }
}

struct Counter(Rc<Cell<Learnt>>);

impl Learner for Counter {
    fn learning(&mut self, size: i32) -> bool {
        let Learnt { clauses, literals } = self.0.get();
        self.0.set(Learnt {
            clauses: clauses + 1,
            literals: literals + u64::from(size.unsigned_abs()),
        });
        false
    }

    fn learn(&mut self, _: i32) {}
}
