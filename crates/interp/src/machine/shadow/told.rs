//! What is told of a value that decides something and was never given.

use whydunit_program::{CheckKind, Expr, ExprKind, LocalId, LocalRole, PlaceBase};

use super::{Machine, Origin, OriginCell, Poison, ReadFrom};
use crate::code::{Node, Slot};
use crate::memory::{Access, MemoryFault, Reason};
use crate::stop::Stop;
use crate::{CellObject, ObjectId, Observer, Subject};

impl<'p, O: Observer> Machine<'_, 'p, O> {
    /// A value that was never given decides something: the run fails, unless it is to go on behind such failures here.
    #[cold]
    pub(super) fn decides(&mut self, poison: Poison) -> Result<(), Stop> {
        let focus = self.focus;
        let stop = self.decided(poison);
        if self.tolerates(CheckKind::Uninit) {
            self.focus = focus;
            return Ok(());
        }
        Err(stop)
    }

    fn decided(&mut self, poison: Poison) -> Stop {
        let origin = self.shadows.origins[poison.origin as usize].clone();
        // In the library: it is about what the user's storage lacks.
        if self.user_call().is_some() {
            let message = self.in_library(format!("{} is used uninitialised", origin.name));
            let subject = match poison.read {
                ReadFrom::Memory(at, size) => {
                    let object = self.memory.id_of(at.index).unwrap_or(ObjectId(0));
                    Some(OriginCell::Memory { object, offset: at.start as u32, size })
                }
                ReadFrom::Register { frame, slot } => Some(OriginCell::Register { frame, slot }),
                ReadFrom::Passed => None,
            };
            return Stop::fault_about(CheckKind::Uninit, message, subject.map(subject_of));
        }
        let (message, subject) = match poison.read {
            ReadFrom::Passed => (self.comes_from("an argument", &origin), None),
            ReadFrom::Register { slot, .. } => self.decided_by_register(slot, &origin),
            ReadFrom::Memory(at, size) => {
                let node = self.code.infos[poison.pc - 1].node;
                self.focus = Some(node);
                let object = self.memory.id_of(at.index).unwrap_or(ObjectId(0));
                let read = OriginCell::Memory { object, offset: at.start as u32, size };
                if origin.cell.overlaps(read) {
                    let reason = Reason::Uninitialised { at };
                    let (access, size) = (Access::Read, size.into());
                    let fault = MemoryFault { access, address: 0, offset: 0, size, reason };
                    return Stop::Memory(Box::new(fault));
                }
                let storage = self.name_of_storage(at, size.into());
                let text = match node {
                    Node::Place(place) => self.program.sources.text(place.span),
                    _ => "",
                };
                let name = match text.is_empty() || text == storage {
                    true => storage,
                    false => format!("{text} ({storage})"),
                };
                (self.comes_from(&name, &origin), Some(subject_of(read)))
            }
        };
        Stop::fault_about(CheckKind::Uninit, message, subject)
    }

    pub(super) fn decided_by_register(
        &mut self,
        slot: Slot,
        origin: &Origin,
    ) -> (String, Option<Subject>) {
        let (serial, function) = (self.frame().serial, self.frame().function);
        let local = self.program.function(function).local(LocalId(slot));
        let cell = OriginCell::Register { frame: serial, slot };
        let size = self.program.types.size_of(local.ty).unwrap_or(0);
        let subject = Subject { size, ..subject_of(cell) };
        if let Some(node) = self.reading(LocalId(slot)) {
            self.focus = Some(node);
        }
        match (origin.cell == cell, local.role == LocalRole::Temporary) {
            (true, true) => (format!("{} is used", origin.name), None),
            (false, true) => (self.comes_from("the result", origin), None),
            (true, false) => (format!("{} is used uninitialised", local.name), Some(subject)),
            (false, false) => (self.comes_from(&local.name, origin), Some(subject)),
        }
    }

    pub(super) fn comes_from(&self, name: &str, origin: &Origin) -> String {
        let line = origin.line.as_ref().map_or_else(String::new, |line| format!(" ({line})"));
        format!("{name} comes from {}{line}, which has no value", origin.name)
    }

    /// Where the current instruction's part of the program reads a variable.
    pub(super) fn reading(&self, local: LocalId) -> Option<Node<'p>> {
        let mut found = None;
        let mut look = |expr: &'p Expr| {
            expr.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind
                    && place.path.is_empty()
                    && matches!(place.base, PlaceBase::Local(base) if base == local)
                {
                    found.get_or_insert(Node::Place(place));
                }
            });
        };
        match self.here().node {
            Node::Expr(expr) => look(expr),
            Node::Place(place) => place.operands().for_each(look),
            Node::Copy(to, from) => to.operands().chain(from.operands()).for_each(look),
            Node::Stmt(stmt) => stmt.kind.operands().for_each(look),
            Node::Terminator(terminator) => terminator.kind.operand().into_iter().for_each(look),
            Node::None => {}
        }
        found
    }
}

impl OriginCell {
    fn overlaps(self, other: OriginCell) -> bool {
        match (self, other) {
            (
                OriginCell::Memory { object, offset, size },
                OriginCell::Memory { object: of, offset: from, size: len },
            ) => object == of && offset < from + u32::from(len) && from < offset + u32::from(size),
            _ => self == other,
        }
    }
}

fn subject_of(cell: OriginCell) -> Subject {
    match cell {
        OriginCell::Register { frame, slot } => {
            let object = CellObject::Register { frame, local: LocalId(slot) };
            Subject { object, offset: 0, size: 8, array: None }
        }
        OriginCell::Memory { object, offset, size } => {
            let object = CellObject::Memory(object);
            Subject { object, offset: offset.into(), size: size.into(), array: None }
        }
    }
}
