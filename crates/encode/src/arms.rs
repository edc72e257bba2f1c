//! What a walk has of conditionals that are taken with all their arms (see [`crate::arms`]), beside what the run had.

use std::rc::Rc;

use whydunit_claim::Inputs;
use whydunit_program::{Class, FunctionId, TypeId};
use whydunit_term::Term;

use crate::encoder::{Encoder, Evaluated, Halt};
use crate::limits::{DEEPEST_CALL, MOST_STATEMENTS};
use crate::number::of_position;
use crate::run::Unions;
use crate::storage::Value;

/// A value that a arm receives from outside; the trace has no record of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub variable: Term,
    pub ty: TypeId,
    /// The step of the conditional.
    pub step: u32,
}

/// What a walk has of conditionals that are taken with all their arms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arms {
    pub(crate) unions: Rc<Unions>,
    /// Functions of frames that the run did not have; they follow those of the trace.
    pub(crate) virtual_frames: Vec<FunctionId>,
    pub(crate) choices: Vec<Choice>,
    effort: Effort,
}

/// What one conditional has cost.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    /// Statements that are left.
    statements: u32,
    /// Calls around the statement at hand.
    calls: u32,
}

impl Arms {
    pub(crate) fn of(unions: &Rc<Unions>, virtual_frames: &[FunctionId]) -> Arms {
        let (unions, virtual_frames) = (Rc::clone(unions), virtual_frames.to_vec());
        Arms { unions, virtual_frames, ..Arms::default() }
    }

    /// A conditional is executed from its branch.
    pub(crate) fn begin(&mut self) {
        self.effort = Effort { statements: MOST_STATEMENTS, calls: 0 };
    }

    /// A function is called. `false`: it lies too deep.
    pub(crate) fn enter(&mut self) -> bool {
        self.effort.calls += 1;
        self.effort.calls <= DEEPEST_CALL
    }

    pub(crate) fn leave(&mut self) {
        self.effort.calls -= 1;
    }

    /// The last step of the conditional that is taken as one at this step.
    pub(crate) fn taken_summarised(&self, branch: u32) -> Option<u32> {
        self.unions.get(&branch).copied()
    }

    /// The function of a frame that the run did not have.
    pub(crate) fn function_of(&self, number: usize) -> FunctionId {
        self.virtual_frames[number]
    }
}

impl Encoder<'_> {
    /// One more statement of a arm.
    pub(crate) fn spend(&mut self) -> Evaluated<()> {
        match self.arms.effort.statements.checked_sub(1) {
            Some(left) => {
                self.arms.effort.statements = left;
                Ok(())
            }
            None => Err(Halt::Gap("the arms of the conditional are too long".into())),
        }
    }

    /// Something that comes from outside.
    pub(crate) fn choice(&mut self, ty: TypeId) -> Option<Value> {
        let class = self.class(ty);
        if self.inputs == Inputs::Fixed || matches!(class, Class::Pointer { .. } | Class::Other) {
            return None;
        }
        let known = self.terms.bits(class.width(), 0);
        let variable = self.terms.fresh("choice", self.terms.sort(known));
        self.arms.choices.push(Choice { variable, ty, step: self.step });
        Some(Value { term: variable, known })
    }

    /// A frame that the run did not have.
    pub(crate) fn virtual_frame(&mut self, function: FunctionId) -> u32 {
        self.arms.virtual_frames.push(function);
        of_position(self.trace.frames.len() + self.arms.virtual_frames.len() - 1)
    }
}
