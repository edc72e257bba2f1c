//! One statement's worth of work: the state that it changes, and the obligations that it meets on the way.

use whydunit_program::{CheckKind, FunctionId, Point, Program};
use whydunit_source::Span;

use crate::choices::Choices;
use crate::graph::{Context, NodeId};
use crate::numbers::common;
use crate::numeric::Linear;
use crate::objects::Objects;
use crate::obligation::{Obligations, Place as At};
use crate::state::State;
use crate::summary::{Returned, Summaries};

/// No run comes here.
#[derive(Debug)]
pub(crate) struct Unreachable;

pub(crate) type Reached<T> = Result<T, Unreachable>;

/// The checks that are in force.
#[derive(Clone, Debug)]
pub(crate) struct Checks(pub(crate) Vec<CheckKind>);

impl Checks {
    pub(crate) fn contains(&self, kind: CheckKind) -> bool {
        let kind = if kind == CheckKind::Requires { CheckKind::Contract } else { kind };
        self.0.contains(&kind)
    }
}

pub(crate) struct Machine<'a, 'p> {
    pub(crate) program: &'p Program,
    pub(crate) objects: &'a mut Objects<'p>,
    pub(crate) checks: &'a Checks,
    pub(crate) context: Context,
    pub(crate) function: FunctionId,
    pub(crate) node: NodeId,
    pub(crate) point: Point,
    /// The statement of the node that is being done: behind a call, the point is the caller's.
    pub(crate) index: u32,
    /// The call instance is the one that runs start with.
    pub(crate) is_start: bool,
    /// Where obligations are written down; only once everything is known.
    pub(crate) obligations: Option<Obligations>,
    pub(crate) choices: Choices,
    pub(crate) summaries: &'a Summaries,
    /// Entries of instances that stand for calls which were met and not entered, with what they begin with.
    pub(crate) summary_calls: Vec<(NodeId, State)>,
    /// What was returned where no call instance waits for it.
    pub(crate) return_value: Option<Returned>,
    pub(crate) state: State,
}

impl Machine<'_, '_> {
    /// Computes something whose cases are told apart.
    pub(crate) fn by_cases<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.choices.set_wanted(true);
        let result = work(self);
        self.choices.set_wanted(before);
        result
    }

    /// Computes something whose cases are not told apart, as it only says which way to go.
    pub(crate) fn in_one_case<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.choices.set_wanted(false);
        let result = work(self);
        self.choices.set_wanted(before);
        result
    }

    /// All forms must be at most 0. Beyond this point they are: a run in which one is not has ended.
    pub(crate) fn require(&mut self, kind: CheckKind, span: Span, forms: &[Linear]) -> Reached<()> {
        for (side, form) in forms.iter().enumerate() {
            let is_proved = self.state.numbers.bounds_of(form).high <= 0;
            self.write_down(kind, span, side as u8, is_proved, Some(form));
        }
        self.constrain_all(forms)
    }

    /// An obligation that no form says.
    pub(crate) fn require_that(&mut self, kind: CheckKind, span: Span, is_proved: bool) {
        self.write_down(kind, span, 0, is_proved, None);
    }

    pub(crate) fn write_down(
        &mut self,
        kind: CheckKind,
        span: Span,
        side: u8,
        is_proved: bool,
        form: Option<&Linear>,
    ) {
        if !self.checks.contains(kind) {
            return;
        }
        let kind = if kind == CheckKind::Requires { CheckKind::Contract } else { kind };
        let at = At { node: self.node, index: self.index };
        if let Some(obligations) = &mut self.obligations {
            obligations.note(self.point, kind, span, side, is_proved, at, form);
        }
    }

    pub(crate) fn constrain_all(&mut self, forms: &[Linear]) -> Reached<()> {
        for form in forms {
            self.constrain(form)?;
        }
        Ok(())
    }

    pub(crate) fn constrain(&mut self, form: &Linear) -> Reached<()> {
        if self.state.numbers.bounds_of(form).high <= 0 {
            self.state.numbers.note_known(form);
            return Ok(());
        }
        let form = reduced(form);
        if self.state.numbers.constrain(&form) { Ok(()) } else { Err(Unreachable) }
    }
}

/// The same obligation on integers with the smallest factors.
fn reduced(form: &Linear) -> Linear {
    let by = form.terms.iter().fold(0, |by, (_, factor)| common(by, *factor));
    if by <= 1 || form.constant == i128::MIN {
        return form.clone();
    }
    let terms = form.terms.iter().map(|(dim, factor)| (*dim, factor / by)).collect();
    Linear { terms, constant: -((-form.constant).div_euclid(by)) }
}
