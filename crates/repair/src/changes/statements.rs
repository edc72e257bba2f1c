//! Whole statements: one left out, two exchanged, a `break` that was forgotten, another label of a `case`.
//!
//! Leaving out is tried like a change of an expression; the rest is known by its text only and is compiled to be tried.

use whydunit_program::{
    Expr, FunctionId, Point, Program, SourceKind, SourceStmtId, Stmt, StmtKind,
};
use whydunit_source::{FileId, Span};

use super::constants::near;
use super::{Change, Generator, Variant, cost};
use crate::Edit;
use crate::limits::MOST_LABELS;

impl<'p> Generator<'p> {
    /// Without the statement.
    pub(super) fn left_out(&mut self, stmt: &'p Stmt, at: Point) {
        let source = self.program.source_stmt(stmt.source);
        if source.kind != SourceKind::Expression || !self.is_editable(source.span) {
            return;
        }
        let text = self.program.sources.file(source.span.file).text();
        let Some(span) = with_semicolon(text, source.span) else { return };
        let before = text[..span.start as usize].trim_end();
        // A statement that belongs to an `if` or a loop leaves an empty one behind.
        let is_free = before.ends_with([';', '{', '}']);
        let edit = match is_free {
            true => Edit { span: whole_line(text, span), new: String::new() },
            false => Edit { span: source.span, new: String::new() },
        };
        if self.is_only_effect(stmt, at) {
            let nothing = StmtKind::Assume { cond: Expr::int(1, self.int, stmt.span) };
            self.propose_statement(stmt, at, edit, nothing, cost::STATEMENT);
        } else {
            let (variant, cost) = (Variant::Text, cost::STATEMENT + 1);
            self.add(Change { edit, variant, cost, source: stmt.source });
        }
    }

    /// Does the source statement do nothing else?
    fn is_only_effect(&self, stmt: &Stmt, at: Point) -> bool {
        let block = &self.program.function(at.function).blocks()[at.block.index()];
        let same = block.stmts.iter().filter(|other| other.source == stmt.source).count();
        same == 1
            && matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Call { dest: None, .. })
    }
}

/// Changes of this family that are known by their text only.
pub(super) fn by_text(
    program: &Program,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
    into: &mut Vec<Change>,
) {
    for index in 0..program.functions.len() {
        let function = program.function(FunctionId(index as u32));
        if !function.is_library && files.contains(&function.span.file) {
            exchanged(program, function, wanted, into);
        }
    }
    for (file, source) in program.sources.files().filter(|(file, _)| files.contains(file)) {
        labels(file, source.text(), into);
    }
}

/// Two statements that follow each other, the other way round.
fn exchanged(
    program: &Program,
    function: &whydunit_program::Function,
    wanted: &dyn Fn(SourceStmtId) -> bool,
    into: &mut Vec<Change>,
) {
    for block in function.blocks() {
        let mut sources: Vec<SourceStmtId> = Vec::new();
        for stmt in &block.stmts {
            let is_statement = program.source_stmt(stmt.source).kind == SourceKind::Expression;
            if is_statement && sources.last() != Some(&stmt.source) {
                sources.push(stmt.source);
            }
        }
        for pair in sources.windows(2) {
            if !wanted(pair[0]) || !wanted(pair[1]) {
                continue;
            }
            let spans = (program.source_stmt(pair[0]).span, program.source_stmt(pair[1]).span);
            let text = program.sources.file(spans.0.file).text();
            let ends = (with_semicolon(text, spans.0), with_semicolon(text, spans.1));
            let (Some(first), Some(second)) = ends else { continue };
            if first.file != second.file || first.end > second.start {
                continue;
            }
            let at = |from: u32, to: u32| &text[from as usize..to as usize];
            let between = at(first.end, second.start);
            if !between.trim().is_empty() {
                continue;
            }
            let new =
                format!("{}{between}{}", at(second.start, second.end), at(first.start, first.end));
            let span = Span::new(first.file, first.start, second.end);
            let edit = Edit { span, new };
            into.push(Change {
                edit,
                variant: Variant::Text,
                cost: cost::STATEMENT,
                source: pair[0],
            });
        }
    }
}

/// `case N:` with another number, or with a `break` before it.
fn labels(file: FileId, text: &str, into: &mut Vec<Change>) {
    let nowhere = SourceStmtId(u32::MAX);
    let mut count = 0;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let here = start;
        start += line.len();
        let code = line.trim_start();
        let is_case = code.strip_prefix("case ");
        let is_default = code.starts_with("default") && code[7..].trim_start().starts_with(':');
        if is_case.is_none() && !is_default {
            continue;
        }
        let indent = line.len() - code.len();
        let label = here + indent;
        let before = text[..label].trim_end();
        let last = before.rsplit(['\n', ';']).find(|part| !part.trim().is_empty()).unwrap_or("");
        let leaves = ["break", "return", "continue", "goto", "exit"];
        let is_left = leaves.iter().any(|word| last.trim_start().starts_with(word));
        if before.ends_with(';') && !is_left {
            let offset = before.len() as u32;
            let previous = before.rfind('\n').map_or(0, |at| at + 1);
            let depth = before[previous..].len() - before[previous..].trim_start().len();
            let spaces = &before[previous..previous + depth];
            let new = format!("\n{spaces}break;");
            let edit = Edit { span: Span::at(file, offset), new };
            into.push(Change {
                edit,
                variant: Variant::Text,
                cost: cost::EXPRESSION,
                source: nowhere,
            });
        }
        if let Some(rest) = is_case
            && count < MOST_LABELS
            && let Some(end) = rest.find(':')
            && let Ok(value) = rest[..end].trim().parse::<i128>()
        {
            count += 1;
            let number = rest[..end].trim();
            let from = (label + code.find(number).unwrap_or(5)) as u32;
            let span = Span::new(file, from, from + number.len() as u32);
            for (other, price) in near(value).into_iter().filter(|(_, price)| *price <= cost::TOKEN)
            {
                let edit = Edit { span, new: other.to_string() };
                let change =
                    Change { edit, variant: Variant::Text, cost: price + 3, source: nowhere };
                into.push(change);
            }
        }
    }
}

/// The statement to its semicolon.
fn with_semicolon(text: &str, span: Span) -> Option<Span> {
    let rest = text.get(span.end as usize..)?;
    if text[..span.end as usize].ends_with(';') {
        return Some(span);
    }
    let blank = rest.len() - rest.trim_start().len();
    rest.trim_start()
        .starts_with(';')
        .then(|| Span::new(span.file, span.start, span.end + blank as u32 + 1))
}

/// The lines of a statement that has them for itself.
fn whole_line(text: &str, span: Span) -> Span {
    let (start, end) = (span.start as usize, span.end as usize);
    let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let after = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[first..start].trim().is_empty() && text[end..after].trim().is_empty();
    match is_alone {
        true => Span::new(span.file, first as u32, after as u32),
        false => span,
    }
}
