//! A check that was forgotten in front of a statement: `if (i < n) a[i] = 0;`, `if (i >= n) break;`, `if (p == NULL) return -1;`,
//! and in a condition `i < n && a[i] != 0`.
//!
//! What is checked are the accesses of the statement ([`super::accesses`]), against what is in scope
//! ([`super::limits`]). A statement that is skipped, or in front of which the loop or the function is left, is one of
//! the text (`layout`) whose parts in the representation follow each other. Returns are those that the function has
//! elsewhere: the guard goes there, so that what a contract wants at the end is checked as ever.

use std::collections::BTreeMap;

use whydunit_program::{
    BlockId, Callee, Cfg, CheckKind, Expr, LocalId, Point, SourceKind, SourceStmtId, Stmt,
    StmtKind, Terminator, TerminatorKind,
};
use whydunit_source::Span;

use super::accesses::Access;
use super::layout::{Layout, Node, Shape};
use super::limits::{Compared, Limit, Test};
use super::{Change, Generator, Variant, core, cost, is_part_of_the_specification};
use crate::Edit;
use crate::limits::{MOST_GUARDS_OF_A_STATEMENT, MOST_RETURNS};
use crate::piece::Piece;
use crate::pool::{Ingredient, Origin};

/// What a guard does where the access is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Action {
    /// The statement is not executed.
    Skip,
    /// The loop is left.
    Break,
    /// The function is left.
    Return,
    /// The condition does not hold.
    Condition,
}

/// A guard, and which kind it is of.
pub(crate) struct Guard {
    pub(crate) limit: Limit,
    pub(crate) action: Action,
    pub(crate) change: Change,
}

/// The parts of a statement of the source.
pub(super) struct Parts<'p> {
    pub(super) source: SourceStmtId,
    pub(super) span: Span,
    pub(super) kind: SourceKind,
    /// Where it begins.
    pub(super) first: Point,
    stmts: Vec<&'p Stmt>,
    /// The terminator that belongs to it.
    terminator: Option<&'p Terminator>,
    /// The point behind it, where all of it is in one piece.
    behind: Option<Point>,
    accesses: Vec<Access>,
}

/// What is the same for all guards of a function.
struct Surroundings<'p> {
    layout: Layout,
    cfg: Cfg,
    compared: Vec<Compared<'p>>,
    returns: Vec<Exit>,
}

/// A `return` of the function.
struct Exit {
    text: String,
    at: Point,
    value: Option<Expr>,
}

impl<'p> Generator<'p> {
    /// Guards of the statements that `wanted` lets through.
    pub(super) fn guards(&self, wanted: &dyn Fn(SourceStmtId) -> bool) -> Vec<Guard> {
        let program = self.program;
        let function = program.function(self.function);
        let all = self.statements();
        if all.iter().all(|parts| parts.accesses.is_empty() || !wanted(parts.source)) {
            return Vec::new();
        }
        let around = Surroundings {
            layout: Layout::new(program.sources.file(function.span.file).text()),
            cfg: Cfg::new(function.blocks()),
            compared: self.compared(),
            returns: self.exits(),
        };
        let mut found = Vec::new();
        for parts in all.iter().filter(|parts| wanted(parts.source)) {
            let mut own = Vec::new();
            for access in &parts.accesses {
                let same =
                    |other: &&Parts<'_>| other.accesses.iter().any(|one| one.is_like(access));
                let uses = all.iter().filter(same).count();
                let tests = self.tests(access, &around.compared, parts.span.start, uses);
                for test in &tests {
                    self.guard(parts, &around, test, &mut own);
                }
            }
            own.truncate(MOST_GUARDS_OF_A_STATEMENT);
            found.append(&mut own);
        }
        found
    }

    /// The statements of the function that are the user's to change, in their order.
    pub(super) fn statements(&self) -> Vec<Parts<'p>> {
        let program = self.program;
        let blocks = program.function(self.function).blocks();
        let mut points: BTreeMap<SourceStmtId, Vec<Point>> = BTreeMap::new();
        for (number, block) in blocks.iter().enumerate() {
            let at = |index: usize| Point {
                function: self.function,
                block: BlockId(number as u32),
                index: index as u32,
            };
            for (index, stmt) in block.stmts.iter().enumerate() {
                points.entry(stmt.source).or_default().push(at(index));
            }
            // A jump to a condition, or behind a statement, is named after it.
            if !matches!(block.terminator.kind, TerminatorKind::Goto(_)) {
                points.entry(block.terminator.source).or_default().push(at(block.stmts.len()));
            }
        }
        let mut all = Vec::new();
        for (source, points) in points {
            let statement = program.source_stmt(source);
            let is_guarded = matches!(
                statement.kind,
                SourceKind::Expression
                    | SourceKind::Declaration
                    | SourceKind::Return
                    | SourceKind::Condition
            );
            if !is_guarded || !self.is_editable_statement(statement.span) {
                continue;
            }
            let stmts: Vec<&'p Stmt> =
                points.iter().filter_map(|point| program.stmt_at(*point)).collect();
            if stmts.iter().any(|stmt| self.is_specified(stmt)) {
                continue;
            }
            let terminator = points
                .iter()
                .find(|point| program.stmt_at(**point).is_none())
                .map(|point| program.terminator_at(*point));
            let (first, last) = (points[0], points[points.len() - 1]);
            let is_one_piece = terminator.is_none()
                && first.block == last.block
                && (last.index - first.index) as usize + 1 == points.len();
            let behind = is_one_piece.then_some(Point { index: last.index + 1, ..last });
            // Of a statement in several blocks, some parts may not be reached.
            let is_single = points.iter().all(|point| point.block == first.block);
            let accesses = match is_single {
                true => self.accesses(&stmts, terminator, statement.span.start),
                false => Vec::new(),
            };
            let (span, kind) = (statement.span, statement.kind);
            all.push(Parts { source, span, kind, first, stmts, terminator, behind, accesses });
        }
        all
    }

    fn is_editable_statement(&self, span: Span) -> bool {
        !span.is_empty()
            && span.file == self.program.function(self.function).span.file
            && self.program.sources.file(span.file).is_user()
    }

    /// Says what is wanted of the program, and stays.
    fn is_specified(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Check { kind, .. } => {
                matches!(kind, CheckKind::Assert | CheckKind::Unreach | CheckKind::Abort)
            }
            StmtKind::Call { callee: Callee::Direct(id), .. } => {
                is_part_of_the_specification(&self.program.function(*id).name)
            }
            _ => false,
        }
    }

    /// The returns of the function, each text once; where nothing is returned also its end.
    fn exits(&self) -> Vec<Exit> {
        let program = self.program;
        let mut found: Vec<Exit> = Vec::new();
        for (number, block) in program.function(self.function).blocks().iter().enumerate() {
            let TerminatorKind::Return(value) = &block.terminator.kind else { continue };
            let source = block.terminator.source;
            // What is checked at the end belongs to it.
            let is_part = |stmt: &Stmt| {
                stmt.source == source
                    || program.source_stmt(stmt.source).kind == SourceKind::Annotation
            };
            let length = block.stmts.len();
            let own = block.stmts.iter().rev().take_while(|stmt| is_part(stmt)).count();
            let is_written = program.source_stmt(source).kind == SourceKind::Return;
            let returned = match (value, &block.stmts[length - own..]) {
                (None, _) => None,
                // As contracts see it, the result is assigned first.
                (Some(_), [Stmt { kind: StmtKind::Assign { value, .. }, .. }, ..]) => Some(value),
                (Some(value), []) => Some(value),
                _ => continue,
            };
            let text = match (is_written, returned) {
                (true, _) => self.text(program.source_stmt(source).span).to_owned(),
                (false, None) => "return".to_owned(),
                (false, Some(_)) => continue,
            };
            let block = BlockId(number as u32);
            let at = Point { function: self.function, block, index: (length - own) as u32 };
            let text = text.trim_end_matches(';').trim_end().to_owned();
            if text.starts_with("return") && !found.iter().any(|one| one.text == text) {
                found.push(Exit { text, at, value: returned.map(|value| core(value).clone()) });
            }
        }
        found
    }

    /// The returns whose value is a constant, or a variable that can be named there.
    fn exits_at<'a>(&'a self, around: &'a Surroundings<'p>, parts: &'a Parts<'p>) -> Vec<&'a Exit> {
        let is_possible = |exit: &&Exit| match &exit.value {
            None => true,
            Some(value) if value.as_int().is_some() => true,
            Some(value) => {
                let text = self.text(value.span);
                let is_named = |one: &Ingredient| {
                    let is_name = one.origin == Origin::Variable || one.is_named_number();
                    is_name && one.piece.text == text
                };
                self.pool.at(parts.span.start).any(is_named)
            }
        };
        let own = self.text(parts.span).trim_end_matches(';');
        let others = around.returns.iter().filter(|exit| exit.text != own.trim_end());
        others.filter(is_possible).take(MOST_RETURNS).collect()
    }

    fn guard(
        &self,
        parts: &Parts<'p>,
        around: &Surroundings<'p>,
        test: &Test,
        found: &mut Vec<Guard>,
    ) {
        if parts.kind == SourceKind::Condition {
            found.extend(self.in_condition(parts, test));
        }
        let Some(node) = around.layout.innermost(parts.span.start as usize) else { return };
        let is_if = node.shape == Shape::If && !node.is_bare;
        let is_statement = match parts.kind {
            SourceKind::Condition => is_if && !self.leads_to_failure(parts),
            _ => node.shape == Shape::Simple && node.text.start == parts.span.start as usize,
        };
        if !is_statement {
            return;
        }
        let writer = Writer::new(self, node, parts.span);
        let mut propose = |action: Action, edit: Edit, dead: Vec<LocalId>, otherwise: Point| {
            let keep = test.keep.expr.clone();
            let variant = Variant::Guard { at: parts.first, keep, dead, otherwise };
            let change =
                Change { edit, variant, cost: price(test.limit, action), source: parts.source };
            found.push(Guard { limit: test.limit, action, change });
        };
        if let Some(behind) = parts.behind
            && parts.kind == SourceKind::Expression
        {
            propose(Action::Skip, writer.skipping(&test.keep.text), Vec::new(), behind);
        }
        if let Some((exit, dead)) = self.after_loop(parts, around, node) {
            propose(Action::Break, writer.leaving(&test.leave, "break"), dead, exit);
        }
        for exit in self.exits_at(around, parts) {
            propose(Action::Return, writer.leaving(&test.leave, &exit.text), Vec::new(), exit.at);
        }
    }

    /// `i < n && a[i] != 0` for `a[i] != 0`.
    fn in_condition(&self, parts: &Parts<'p>, test: &Test) -> Option<Guard> {
        let Some(Terminator { kind: TerminatorKind::Branch { cond, .. }, .. }) = parts.terminator
        else {
            return None;
        };
        let cond = core(cond);
        let text = self.text(cond.span);
        if !parts.stmts.is_empty() || cond.span != parts.span || self.leads_to_failure(parts) {
            return None;
        }
        if !self.is_expression_text(text) {
            return None;
        }
        let both = test.keep.and(&Piece::new(cond.clone(), text), self.int);
        let edit = Edit { span: cond.span, new: both.text.clone() };
        let variant = Variant::Value { at: vec![cond.span], with: both.expr };
        let action = Action::Condition;
        let change =
            Change { edit, variant, cost: price(test.limit, action), source: parts.source };
        Some(Guard { limit: test.limit, action, change })
    }

    /// Decides whether a specification is violated.
    fn leads_to_failure(&self, parts: &Parts<'p>) -> bool {
        let blocks = self.program.function(self.function).blocks();
        let successors = parts.terminator.map(|one| one.kind.successors()).unwrap_or_default();
        successors.iter().any(|block| super::generator::is_failure(&blocks[block.index()]))
    }

    /// Where `break` leads from a statement, and the variables whose scope it leaves.
    fn after_loop(
        &self,
        parts: &Parts<'p>,
        around: &Surroundings<'p>,
        node: &Node,
    ) -> Option<(Point, Vec<LocalId>)> {
        let outer = around.layout.breakable(node).filter(|node| node.shape == Shape::Loop)?;
        let exit =
            self.decided_exit(parts, around, outer).or_else(|| self.broken_exit(around, outer))?;
        let is_left = |local: &LocalId| {
            let scope = self.pool.scope(*local);
            self.pool.is_visible(*local, parts.span.start)
                && scope.is_some_and(|(from, to)| {
                    outer.text.start < from as usize && to as usize <= outer.text.end
                })
        };
        let locals = self.program.function(self.function).locals.len() as u32;
        let dead = (0..locals).map(LocalId).filter(is_left).collect();
        Some((Point { function: self.function, block: exit, index: 0 }, dead))
    }

    /// Where the condition of a loop leads when it does not hold.
    fn decided_exit(
        &self,
        parts: &Parts<'p>,
        around: &Surroundings<'p>,
        outer: &Node,
    ) -> Option<BlockId> {
        let program = self.program;
        let head = outer.head.clone()?;
        let blocks = program.function(self.function).blocks();
        let mut inner = around.cfg.loop_of(parts.first.block);
        while let Some(id) = inner {
            let info = around.cfg.loop_info(id);
            for &block in &info.blocks {
                let terminator = &blocks[block.index()].terminator;
                let source = program.source_stmt(terminator.source);
                let is_condition = source.kind == SourceKind::Condition
                    && head.contains(&(source.span.start as usize));
                let leaves = |target: &BlockId| is_condition && !info.contains(*target);
                if let Some(exit) = terminator.kind.successors().into_iter().find(leaves) {
                    return Some(exit);
                }
            }
            inner = info.parent;
        }
        None
    }

    /// Where another `break` of the same loop leads.
    fn broken_exit(&self, around: &Surroundings<'p>, outer: &Node) -> Option<BlockId> {
        let program = self.program;
        program.function(self.function).blocks().iter().find_map(|block| {
            let TerminatorKind::Goto(target) = block.terminator.kind else { return None };
            let source = program.source_stmt(block.terminator.source);
            let is_break = source.kind == SourceKind::Jump
                && self.is_editable_statement(source.span)
                && self.text(source.span).starts_with("break");
            let node = around.layout.innermost(source.span.start as usize).filter(|_| is_break)?;
            let left = around.layout.breakable(node)?;
            (left.text == outer.text).then_some(target)
        })
    }
}

impl Access {
    /// Of the same array, or through the same pointer.
    fn is_like(&self, other: &Access) -> bool {
        match (self, other) {
            (Access::Index { array: Some(one), .. }, Access::Index { array: Some(other), .. }) => {
                one.name == other.name
            }
            (Access::Pointer(one), Access::Pointer(other)) => {
                let name = |piece: &Piece| {
                    let end = piece.text.find(|c: char| !c.is_alphanumeric() && c != '_');
                    piece.text[..end.unwrap_or(piece.text.len())].to_owned()
                };
                name(one) == name(other)
            }
            _ => false,
        }
    }
}

fn price(limit: Limit, action: Action) -> u32 {
    let further = match limit {
        Limit::Size | Limit::Null | Limit::Zero => 0,
        Limit::Room | Limit::Compared => 1,
        Limit::Negative => 2,
        Limit::InScope => 5,
    };
    cost::GUARD + further + u32::from(action == Action::Return)
}

/// Writes a guard in front of a statement, on lines of its own where the statement has its own.
struct Writer<'a> {
    text: &'a str,
    span: Span,
    node: &'a Node,
    /// Before the statement, if it is the first of its line.
    indent: Option<&'a str>,
    /// One step further in.
    step: &'static str,
}

impl<'a> Writer<'a> {
    fn new(generator: &Generator<'a>, node: &'a Node, span: Span) -> Writer<'a> {
        let text = generator.program.sources.file(span.file).text();
        let start = node.text.start;
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let indent = Some(&text[line..start]).filter(|before| before.trim().is_empty());
        let step = match indent {
            Some(indent) if indent.contains('\t') => "\t",
            _ if is_set_in_by_two(text) => "  ",
            _ => "    ",
        };
        Writer { text, span, node, indent, step }
    }

    fn inserted(&self, new: String) -> Edit {
        Edit { span: Span::at(self.span.file, self.node.text.start as u32), new }
    }

    /// In braces, in place of the statement.
    fn enclosed(&self, guard: &str) -> Edit {
        let (start, end) = (self.node.text.start, self.node.text.end);
        let statement = &self.text[start..end];
        let new = match self.indent {
            Some(indent) => {
                let inner = format!("{indent}{}", self.step);
                format!("{{\n{inner}{guard}{statement}\n{indent}}}")
            }
            None => format!("{{ {guard}{statement} }}"),
        };
        Edit { span: Span::new(self.span.file, start as u32, end as u32), new }
    }

    /// `if (keep) statement`.
    fn skipping(&self, keep: &str) -> Edit {
        // An `else` that follows would belong to the guard.
        let is_before_else = self.text[self.node.text.end..].trim_start().starts_with("else");
        match (self.indent, self.node.is_bare && is_before_else) {
            (Some(indent), true) => {
                let deeper = format!("{indent}{0}{0}", self.step);
                self.enclosed(&format!("if ({keep})\n{deeper}"))
            }
            (None, true) => self.enclosed(&format!("if ({keep}) ")),
            (Some(indent), false) => self.inserted(format!("if ({keep})\n{indent}{}", self.step)),
            (None, false) => self.inserted(format!("if ({keep}) ")),
        }
    }

    /// `if (leave) jump;` before the statement.
    fn leaving(&self, leave: &str, jump: &str) -> Edit {
        match (self.indent, self.node.is_bare) {
            (Some(indent), is_bare) => {
                let own = match is_bare {
                    true => format!("{indent}{}", self.step),
                    false => indent.to_owned(),
                };
                let guard = format!("if ({leave})\n{own}{}{jump};\n{own}", self.step);
                if is_bare { self.enclosed(&guard) } else { self.inserted(guard) }
            }
            (None, true) => self.enclosed(&format!("if ({leave}) {jump}; ")),
            (None, false) => self.inserted(format!("if ({leave}) {jump}; ")),
        }
    }
}

/// Is the least that a line is set in by two spaces?
fn is_set_in_by_two(text: &str) -> bool {
    let depths = text.lines().filter_map(|line| {
        let depth = line.len() - line.trim_start_matches(' ').len();
        (depth > 1 && !line[depth..].starts_with('*')).then_some(depth)
    });
    depths.min() == Some(2)
}
