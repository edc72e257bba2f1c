//! Declarations that are reasons, among the steps that matter: `int a[3];   a has 3 elements`.
//!
//! A declaration is told before the first step that follows it in the text of its function, in the call that the storage belongs to; what is declared outside of functions before everything else.

use whydunit_explain::{Declaration, Explanation, Range, Stated, Storage};
use whydunit_interp::{Cell, ObjectKind};
use whydunit_program::Declared;
use whydunit_report::{
    DeclarationReport, Reason, RelevantReport, Role, StatedReport, reason_in_words,
};
use whydunit_source::Span;
use whydunit_trace::{Step, cell_name, cell_type};

use crate::present;
use crate::source_level::SourceLevel;
use crate::steps::one_line;

impl SourceLevel<'_> {
    /// Puts the declaration that an explanation names in its place.
    pub(super) fn add_declaration(
        &self,
        explanation: &Explanation,
        relevant: &mut Vec<RelevantReport>,
    ) {
        let entry = explanation.declaration.as_ref().and_then(|it| self.declaration(it));
        if let Some(entry) = entry {
            let at = relevant.partition_point(|other| other.position < entry.position);
            relevant.insert(at, entry);
        }
    }

    fn declaration(&self, claim: &Declaration) -> Option<RelevantReport> {
        let span = self.program.declaration(claim.declared)?;
        let place = present::place(self.program, span);
        let text = one_line(self.program.sources.text(span));
        let (what, states) = self.stated(claim)?;
        let follower = self.follower(claim, span);
        let position = follower.unwrap_or(0);
        let (file, line, column) = (place.file.clone(), place.line, place.column);
        let line_text = place.line_text.clone();
        let is_local = follower.is_some();
        let declaration = DeclarationReport { place, text: text.clone(), is_local, what, states };
        let reason = Reason { declaration: Some(declaration), ..Reason::default() };
        let role = Role::Declaration;
        Some(RelevantReport {
            step: None,
            file,
            line,
            column,
            text,
            role,
            label: None,
            why: reason_in_words(role, &reason, self.reports.get(position)?),
            ending: None,
            reason,
            position,
            line_text,
        })
    }

    /// What the declaration speaks of, and what it states of that.
    fn stated(&self, claim: &Declaration) -> Option<(String, StatedReport)> {
        let name = self.program.declared_name(claim.declared).to_owned();
        Some(match claim.states {
            Stated::Length { dimension: 0, length } => (name, StatedReport::Elements(length)),
            Stated::Length { dimension, length } => {
                let rows = "[]".repeat(usize::try_from(dimension).ok()?);
                (format!("each {name}{rows}"), StatedReport::Elements(length))
            }
            Stated::Size { bytes } => (name, StatedReport::Bytes(bytes)),
            Stated::NoValue => {
                let (program, trace) = (self.program, self.trace);
                let cell = cell_of(claim.part)?;
                // Bytes that are no part of their own are not named.
                let part =
                    cell_type(program, trace, cell).and_then(|_| cell_name(program, trace, cell));
                (part.unwrap_or(name), StatedReport::NoValue)
            }
        })
    }

    /// The listed step before which a declaration in a function is told; the failing one if it is the next. `None` of what is declared outside of functions.
    fn follower(&self, claim: &Declaration, span: Span) -> Option<usize> {
        let (frame, owner) = match claim.declared {
            Declared::Local { .. } => (Some(self.frame_of(claim.part)?), None),
            Declared::Global(id) => (None, Some(self.program.global(id).owner?)),
            Declared::Field { .. } => return None,
        };
        let is_there = |step: &Step| {
            let call = self.trace.frames.get(step.frame as usize);
            frame.is_none_or(|frame| frame == step.frame)
                && owner.is_none_or(|owner| call.is_some_and(|call| call.function == owner))
        };
        let follows = |number: &usize| {
            self.raw_steps(*number).first().is_some_and(|&raw| {
                let step = self.trace.step(raw);
                let is_behind = step.span.file == span.file && step.span.start > span.start;
                is_there(step) && is_behind
            })
        };
        let failing = self.reports.len().saturating_sub(1);
        Some((0..failing).find(follows).unwrap_or(failing))
    }

    /// The call that a variable belongs to.
    fn frame_of(&self, part: Range) -> Option<u32> {
        match part.storage {
            Storage::Register { frame, .. } => Some(frame),
            Storage::Object(id) => match self.trace.object(id)?.info.kind {
                ObjectKind::Local { frame, .. } | ObjectKind::Vla { frame, .. } => Some(frame),
                _ => None,
            },
            _ => None,
        }
    }
}

fn cell_of(part: Range) -> Option<Cell> {
    match part.storage {
        Storage::Register { frame, local } => Some(Cell::register(frame, local, part.size)),
        Storage::Object(id) => Some(Cell::memory(id, part.offset, part.size)),
        _ => None,
    }
}
