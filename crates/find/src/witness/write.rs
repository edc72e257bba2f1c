//! What both written formats say of a run: the start, the inputs in order, the target, the program.

use sha2::{Digest, Sha256};
use whydunit_interp::InputRecord;
use whydunit_program::{BlockId, Expr, ExprKind, InputOrigin, LocalId, LocalRole, Point, Target};
use whydunit_source::{FileId, SourceFile, Span};

use super::{FailingRun, literal, number, property};

pub(super) const PRODUCER: &str = "whydunit";
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl FailingRun<'_> {
    pub(super) fn specification(&self) -> String {
        property::specification(&self.program.function(self.start).name, &self.failure)
    }

    /// The files that were compiled, each with its hash; the one with the start function first.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let start = self.program.function(self.start).span.file;
        let is_unit = |id: FileId, file: &SourceFile| {
            file.is_user() && (id == start || !file.name().ends_with(".h"))
        };
        let mut files: Vec<_> =
            self.program.sources.files().filter(|(id, file)| is_unit(*id, file)).collect();
        files.sort_by_key(|(id, _)| *id != start);
        let named = |(_, file): (FileId, &SourceFile)| {
            (file.name().to_owned(), property::sha256(&file.all_bytes()))
        };
        files.into_iter().map(named).collect()
    }

    pub(super) fn is_32_bit(&self) -> bool {
        self.program.types.target() == Target::Ilp32
    }

    /// What holds at the start: parameters, undefined globals, arguments. Conjuncts of a C expression.
    pub(super) fn start_facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        for input in &self.inputs {
            if matches!(input.origin, InputOrigin::Parameter | InputOrigin::Global)
                && let Some(value) = self.value(input)
            {
                facts.push(format!("{} == {value}", input.name));
            }
        }
        let function = self.program.function(self.start);
        if self.program.is_main(self.start) && function.param_count >= 2 {
            let name = |index| function.local(LocalId(index)).name.as_str();
            facts.push(format!("{} == {}", name(0), self.args.len() + 1));
            for (index, argument) in self.args.iter().enumerate() {
                for (at, byte) in argument.iter().chain(&[0]).enumerate() {
                    let byte = *byte as i8;
                    facts.push(format!("{}[{}][{at}] == {byte}", name(1), index + 1));
                }
            }
        }
        facts
    }

    /// Where the start facts hold: the first statement of the start function.
    pub(super) fn start_span(&self) -> Span {
        let function = self.program.function(self.start);
        let first = Point { function: self.start, block: BlockId(0), index: 0 };
        let (span, source) = self.program.origin_of(first);
        let statement = self.program.source_stmt(source).span;
        match (statement.is_empty(), span.is_empty()) {
            (false, _) => statement,
            (true, false) => span,
            (true, true) => function.span,
        }
    }

    /// The statement or full expression that fails.
    pub(super) fn target(&self) -> Span {
        let failure = self.failure.span;
        let Some(last) = self.last else { return failure };
        let (_, source) = self.program.origin_of(last);
        let statement = self.program.source_stmt(source).span;
        let contains = statement.file == failure.file
            && statement.start <= failure.start
            && failure.end <= statement.end;
        if contains { statement } else { failure }
    }

    /// The function whose call returned the input, and what it returned; none for parts of records and what C has no constant for.
    pub(super) fn returned<'i>(&self, input: &'i InputRecord) -> Option<(&'i str, String)> {
        let function = input.origin.called()?;
        let is_part = input.name.contains(['.', '[']);
        self.value(input).filter(|_| !is_part).map(|value| (function, value))
    }

    fn value(&self, input: &InputRecord) -> Option<String> {
        let types = &self.program.types;
        literal::text(&number::value(types, input.ty, input.bits)?)
    }

    /// A branch that tools split into no smaller ones.
    pub(super) fn is_simple(&self, cond: &Expr, point: Point) -> bool {
        let function = self.program.function(point.function);
        is_simple(cond, &|local| function.local(local).role == LocalRole::Temporary)
    }

    /// A name for this description: the same for the same contents.
    pub(super) fn uuid(&self, contents: &str) -> String {
        let mut bytes: Vec<u8> = Sha256::digest(contents.as_bytes()).iter().copied().collect();
        bytes.truncate(16);
        // Version 8 (made by rules of our own), variant of RFC 9562.
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    }
}

fn is_simple(expr: &Expr, is_temporary: &dyn Fn(LocalId) -> bool) -> bool {
    use whydunit_program::PlaceBase;
    match &expr.kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Cond(..) => false,
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => is_simple(operand, is_temporary),
        ExprKind::Binary(_, left, right) => {
            is_simple(left, is_temporary) && is_simple(right, is_temporary)
        }
        ExprKind::Load(place) => {
            !matches!(place.base, PlaceBase::Local(local) if is_temporary(local))
        }
        _ => true,
    }
}
