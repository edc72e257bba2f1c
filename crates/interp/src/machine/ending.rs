//! From the reason of a stop and the state it left behind to how the run ended.

use whydunit_program::{CheckKind, Point, StmtKind};
use whydunit_source::Span;

use super::messages::Verdict;
use super::{Machine, NO_CALL};
use crate::code::{Info, Node, Op};
use crate::memory::Access;
use crate::stop::Stop;
use crate::{Ending, Failure, Observer, StackEntry, Subject};

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn ending(&mut self, stop: Stop) -> Ending {
        if let Stop::Memory(fault) = &stop
            && fault.access == Access::Read
            && let Some(info) = self.code.infos.get(self.pc.wrapping_sub(1))
            && let Node::Copy(_, from) = info.node
        {
            self.focus = Some(Node::Place(from));
        }

        if let Stop::Exit { code, .. } = stop {
            return Ending::Finished { exit_code: code & 0xff };
        }
        let place = self.user_span();
        let point = self.current_point();
        match stop {
            Stop::Exit { code, .. } => Ending::Finished { exit_code: code & 0xff },
            Stop::Fault(fault) => {
                self.failure(fault.kind, fault.message, fault.at_call, fault.subject)
            }
            Stop::Memory(fault) => match self.judge(&fault) {
                Verdict::Failure(kind, message) => {
                    let message = self.in_library(message);
                    // A record argument is read while the callee takes over its parameters.
                    let at_call = matches!(
                        self.code.ops.get(self.pc.wrapping_sub(1)),
                        Some(Op::ParamRecord { .. })
                    );
                    self.failure(kind, message, at_call, self.subject(&fault))
                }
                Verdict::Limit(message) => Ending::Limit { message, place, point },
            },
            Stop::Abort if self.checks.contains(CheckKind::Abort) => {
                self.failure(CheckKind::Abort, "abort was called".into(), false, None)
            }
            Stop::Abort => Ending::Aborted { place, point },
            Stop::Assumption { is_precondition } => {
                let text = self.condition_text();
                Ending::AssumptionFailed { place, point, is_precondition, text }
            }
            Stop::Limit(message) => {
                let node = self.code.infos.get(self.pc.wrapping_sub(1)).map(|info| info.node);
                let at_construct = matches!(
                    node,
                    Some(Node::Stmt(stmt)) if matches!(stmt.kind, StmtKind::Unsupported { .. })
                );
                let message =
                    if at_construct { format!("not supported: {message}") } else { message };
                Ending::Limit { message, place, point }
            }
            Stop::Shadow(_) => unreachable!("the machine goes on in another loop"),
            Stop::Budget(budget) => {
                Ending::OutOfBudget { budget, place, point, stack: self.stack() }
            }
        }
    }

    /// Says in which library function it happened, unless the message does.
    pub(super) fn in_library(&self, message: String) -> String {
        match self.library_function() {
            Some(name) if !message.ends_with(&format!(" in {name}")) => {
                format!("{message}, in {name}")
            }
            _ => message,
        }
    }

    fn failure(
        &self,
        kind: CheckKind,
        message: String,
        at_call: bool,
        subject: Option<Subject>,
    ) -> Ending {
        let call = self.frames.last().filter(|frame| at_call && frame.call != NO_CALL);
        let caller = call.map(|frame| &self.code.infos[frame.call as usize]);
        let span = match caller {
            Some(info) => {
                let is_library = |function| self.program.function(function).is_library;
                let outer = self.frames.len().checked_sub(2).map(|index| &self.frames[index]);
                match outer {
                    Some(frame) if is_library(frame.function) => self.user_span(),
                    _ => self.program.origin_of(info.point).0,
                }
            }
            None => self.user_span(),
        };
        let point = self.current_point();
        if self.program.arithmetic.is_limit(kind) {
            let message = super::range::message(kind, message);
            return Ending::OutOfRange { kind, message, place: span, point };
        }
        if !self.checks.contains(kind) {
            return Ending::Trapped { kind, message, place: span, point };
        }
        let text = match self.condition_text() {
            text if text.is_empty() => self.program.sources.text(span).to_owned(),
            text => text,
        };
        let stack = self.stack();
        Ending::Failed(Failure { kind, message, span, text, point, stack, subject })
    }

    /// The condition of the current check or assumption as the user wrote it.
    fn condition_text(&self) -> String {
        let Some(info) = self.code.infos.get(self.pc.wrapping_sub(1)) else { return String::new() };
        let Node::Stmt(stmt) = info.node else { return String::new() };
        match &stmt.kind {
            StmtKind::Check { text, .. } => text.clone(),
            StmtKind::Assume { cond } => self.program.sources.text(cond.span).to_owned(),
            _ => String::new(),
        }
    }

    fn current_point(&self) -> Point {
        match self.code.infos.get(self.pc.wrapping_sub(1)) {
            Some(info) => info.point,
            None => Point {
                function: self.spec.function,
                block: whydunit_program::BlockId(0),
                index: 0,
            },
        }
    }

    fn stack(&self) -> Vec<StackEntry> {
        let entry = |frame: &super::Frame| StackEntry {
            function: frame.function,
            name: self.program.function(frame.function).name.clone(),
            call_span: (frame.call != NO_CALL)
                .then(|| self.program.origin_of(self.code.infos[frame.call as usize].point).0),
        };
        let mut entries: Vec<StackEntry> = self.frames.iter().map(entry).collect();
        // What the library calls back (a comparator of `qsort`) was called, for its user, where the
        // library was.
        for index in 1..entries.len() {
            if self.program.function(entries[index - 1].function).is_library {
                entries[index].call_span = entries[index - 1].call_span;
            }
        }
        entries
    }

    pub(super) fn span_of(&self, info: &Info<'_>) -> Span {
        match self.focus.unwrap_or(info.node) {
            Node::Expr(expr) => expr.span,
            Node::Place(place) | Node::Copy(place, _) => place.span,
            Node::Stmt(stmt) => match &stmt.kind {
                StmtKind::Check { cond, .. } | StmtKind::Assume { cond } => cond.span,
                _ => stmt.span,
            },
            Node::Terminator(terminator) => terminator.span,
            Node::None => self.program.origin_of(info.point).0,
        }
    }

    pub(super) fn node_span(&self) -> Span {
        self.span_of(&self.here())
    }
}
