//! Which lines does a statement of the program cover? Witnesses speak of lines, the interpreter of points.

use std::collections::BTreeSet;

use whydunit_program::{Block, FunctionId, Point, Program, SourceStmtId, StmtKind, TerminatorKind};
use whydunit_source::{FileId, Span};

use super::Location;

/// A line as a witness gives it; in any file where its file is none of the program's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Site {
    file: Option<FileId>,
    line: u32,
}

/// A range of lines of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    file: FileId,
    first: u32,
    last: u32,
}

impl Lines {
    pub(super) fn contains(&self, site: Site) -> bool {
        (self.first..=self.last).contains(&site.line)
            && site.file.is_none_or(|file| file == self.file)
    }
}

/// The lines of all points of user functions, found once.
#[derive(Debug)]
pub(super) struct Places<'p> {
    program: &'p Program,
    /// By function, block and index; nothing for functions of the library.
    points: Vec<Vec<Vec<Lines>>>,
    /// Lines with code that a run visits.
    code: BTreeSet<(u32, FileId)>,
}

impl<'p> Places<'p> {
    pub(super) fn new(program: &'p Program) -> Places<'p> {
        let mut places = Places { program, points: Vec::new(), code: BTreeSet::new() };
        for function in &program.functions {
            let blocks = if function.is_library { &[] } else { function.blocks() };
            let lines_of = |span: Span, source: SourceStmtId| {
                let around = program.source_stmt(source).span;
                places.lines(if around.is_empty() { span } else { around.to(span) })
            };
            let of_block = |block: &Block| {
                let stmts = block.stmts.iter().map(|stmt| (stmt.span, stmt.source));
                let all = stmts.chain([(block.terminator.span, block.terminator.source)]);
                all.map(|(span, source)| lines_of(span, source)).collect()
            };
            let blocks: Vec<Vec<Lines>> = blocks.iter().map(of_block).collect();
            for (block, lines) in function.blocks().iter().zip(&blocks) {
                let has_effect = block.stmts.iter().map(|stmt| has_effect(&stmt.kind));
                let is_step = !matches!(block.terminator.kind, TerminatorKind::Goto(_));
                let visited = has_effect.chain([is_step]).zip(lines).filter(|(is, _)| *is);
                for (_, lines) in visited {
                    let covered = lines.first..=lines.last;
                    places.code.extend(covered.map(|line| (line, lines.file)));
                }
            }
            places.points.push(blocks);
        }
        places
    }

    pub(super) fn program(&self) -> &'p Program {
        self.program
    }

    /// Files are known by their last names: directories may have changed since the witness was written.
    pub(super) fn site(&self, location: &Location) -> Site {
        let file = location.file.as_deref().and_then(|name| {
            let wanted = base_name(name);
            let mut files = self.program.sources.files();
            files.find(|(_, file)| file.is_user() && base_name(file.name()) == wanted)
        });
        Site { file: file.map(|(id, _)| id), line: location.line }
    }

    pub(super) fn lines(&self, span: Span) -> Lines {
        let sources = &self.program.sources;
        let first = sources.line_column(span).line;
        Lines { file: span.file, first, last: sources.end_line_column(span).line }
    }

    /// `None` in functions of the library.
    pub(super) fn of_point(&self, point: Point) -> Option<Lines> {
        let blocks = self.points.get(point.function.index())?;
        blocks.get(point.block.index())?.get(point.index as usize).copied()
    }

    pub(super) fn has_code(&self, site: Site) -> bool {
        match site.file {
            Some(file) => self.code.contains(&(site.line, file)),
            None => {
                let first = (site.line, FileId(0));
                self.code.range(first..).next().is_some_and(|(line, _)| *line == site.line)
            }
        }
    }

    pub(super) fn function_contains(&self, function: FunctionId, site: Site) -> bool {
        self.points[function.index()].iter().flatten().any(|lines| lines.contains(site))
    }
}

/// A declaration alone does nothing that a run could be seen at.
fn has_effect(kind: &StmtKind) -> bool {
    !matches!(kind, StmtKind::Live { .. } | StmtKind::Dead { .. })
}

pub(super) fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
