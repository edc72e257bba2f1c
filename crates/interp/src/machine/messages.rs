//! Memory faults in words.

use whydunit_program::{CheckKind, Expr, ExprKind, Place, PlaceBase, Projection};

use super::Machine;
use crate::code::Node;
use crate::memory::{Access, MemoryFault, Reason, State};
use crate::{ObjectKind, Observer};

/// What a memory fault amounts to.
pub(super) enum Verdict {
    Failure(CheckKind, String),
    Limit(String),
}

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn judge(&self, fault: &MemoryFault) -> Verdict {
        let doing = match fault.access {
            Access::Read => "read",
            Access::Write => "write",
        };
        let bytes = plural(fault.size, "byte");
        match &fault.reason {
            Reason::Null => Verdict::Failure(
                CheckKind::Null,
                format!("null pointer dereferenced{}", self.pointer_text()),
            ),
            Reason::Wild => {
                let address = fault.address.wrapping_add_signed(fault.offset);
                let text = self.pointer_text();
                Verdict::Failure(
                    CheckKind::Null,
                    format!("wild pointer dereferenced{text}: no object lies at {address:#x}"),
                )
            }
            Reason::Function(function) => {
                let name = &self.program.function(*function).name;
                Verdict::Failure(
                    CheckKind::Null,
                    format!("wild pointer dereferenced: {doing} of the function {name} as data"),
                )
            }
            Reason::Bounds { index, start, low, high } => {
                if let Some(message) = self.index_out_of_bounds(*start, fault.size) {
                    return Verdict::Failure(CheckKind::Bounds, message);
                }
                let message = self.bounds_message(fault, *index, *start, (*low, *high));
                Verdict::Failure(CheckKind::Bounds, message)
            }
            Reason::PastAssumedSize { index } => {
                let name = match self.memory.object(*index).map(|object| &object.kind) {
                    Some(ObjectKind::Pointee { name, .. }) => name.clone(),
                    _ => "it".into(),
                };
                Verdict::Limit(format!(
                    "{doing} past the one element that {name} is assumed to point to; \
                     give its contents with --input '{name}=[...]'"
                ))
            }
            Reason::Const { index } => {
                let literal = self.memory.object(*index).is_some_and(|object| {
                    matches!(object.kind, ObjectKind::Global(id) if self.program.global(id).is_literal)
                });
                let message = if literal {
                    "write to a string literal".into()
                } else {
                    format!("write to {}, which is const", self.describe_object(*index))
                };
                Verdict::Failure(CheckKind::Bounds, message)
            }
            Reason::Dead { index, state } => {
                let what = self.describe_object(*index);
                let message = match state {
                    State::Freed(span) => {
                        format!(
                            "{doing} of {bytes} of {what} after it was freed ({})",
                            self.line(*span)
                        )
                    }
                    State::Live | State::OutOfScope => {
                        format!("{doing} of {bytes} of {what} after its lifetime ended")
                    }
                };
                Verdict::Failure(CheckKind::Lifetime, message)
            }
            Reason::Gone => Verdict::Failure(
                CheckKind::Lifetime,
                format!("{doing} of {bytes} of an object that is long gone"),
            ),
            Reason::Uninitialised { at } => {
                let text = match self.here().node {
                    Node::Place(place) if self.user_call().is_none() => {
                        self.program.sources.text(place.span).to_owned()
                    }
                    _ => String::new(),
                };
                let storage = self.name_of_storage(*at, fault.size);
                let message = if text.is_empty() || text == storage {
                    format!("{storage} is used uninitialised")
                } else {
                    format!("{text} is used uninitialised ({storage})")
                };
                Verdict::Failure(CheckKind::Uninit, message)
            }
        }
    }

    fn bounds_message(
        &self,
        fault: &MemoryFault,
        index: usize,
        start: i64,
        (low, high): (i64, i64),
    ) -> String {
        let doing = match fault.access {
            Access::Read => "read",
            Access::Write => "write",
        };
        let bytes = plural(fault.size, "byte");
        let what = self.describe_part(index, low, high);
        let named = self
            .memory
            .object(index)
            .is_some_and(|object| self.object_name(&object.kind).is_some());
        if start < low {
            let before = plural((low - start).unsigned_abs(), "byte");
            format!("{doing} of {bytes}, {before} before the start of {what}")
        } else if named && start == high {
            format!("{doing} of {bytes} just past the end of {what}")
        } else if named && start > high {
            let past = plural((start - high).unsigned_abs(), "byte");
            format!("{doing} of {bytes}, {past} past the end of {what}")
        } else if named && !what.ends_with([']', ')']) {
            let size = plural((high - low).unsigned_abs(), "byte");
            format!("{doing} of {bytes} at offset {} of {what} ({size})", start - low)
        } else {
            format!("{doing} of {bytes} at offset {} of {what}", start - low)
        }
    }

    /// The access was an index into an object that is just that array.
    fn index_out_of_bounds(&self, start: i64, size: u64) -> Option<String> {
        let Node::Place(place) = self.here().node else { return None };
        let (PlaceBase::Local(_) | PlaceBase::Global(_), [Projection::Index(_)]) =
            (&place.base, place.path.as_slice())
        else {
            return None;
        };
        self.index_message(place, i128::from(start.div_euclid(size as i64)))
    }

    /// `: p` for the pointer that the current instruction goes through.
    fn pointer_text(&self) -> String {
        if let Some(function) = self.library_function() {
            return format!(" in {function}");
        }
        match self.here().node {
            Node::Place(place) => self.dereferenced(place),
            _ => None,
        }
        .map_or_else(String::new, |text| format!(": {text}"))
    }

    fn dereferenced(&self, place: &Place) -> Option<String> {
        let PlaceBase::Deref(pointer) = &place.base else { return None };
        let base: &Expr = match &pointer.kind {
            ExprKind::PtrAdd(base, _) => base,
            _ => pointer,
        };
        // In a macro all spans are the invocation's: its text says nothing about the pointer.
        let text = self.program.sources.text(base.span);
        (!text.is_empty() && base.span != place.span).then(|| text.to_owned())
    }

    /// The library function that user code called and that is running, or the intrinsic.
    pub(super) fn library_function(&self) -> Option<&str> {
        let is_library = |function| self.program.function(function).is_library;
        let called = self
            .frames
            .iter()
            .rev()
            .map(|frame| frame.function)
            .take_while(|&function| is_library(function))
            .last();
        if let Some(function) = called {
            return Some(&self.program.function(function).name);
        }
        let Node::Stmt(stmt) = self.here().node else { return None };
        match &stmt.kind {
            whydunit_program::StmtKind::Call {
                callee: whydunit_program::Callee::Direct(id),
                ..
            } if matches!(
                self.program.function(*id).body,
                whydunit_program::Body::Intrinsic(_)
            ) =>
            {
                Some(&self.program.function(*id).name)
            }
            _ => None,
        }
    }

    /// ` : f` for the expression a call goes through.
    pub(super) fn callee_text(&self) -> String {
        let Node::Stmt(stmt) = self.here().node else { return String::new() };
        match &stmt.kind {
            whydunit_program::StmtKind::Call {
                callee: whydunit_program::Callee::Pointer(pointer),
                ..
            } => format!(": {}", self.program.sources.text(pointer.span)),
            _ => String::new(),
        }
    }
}

fn plural(count: u64, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
