//! Every small change of the program that is tried, each as text and as meaning.
//!
//! A *site* is an expression as the user wrote it: the outermost node of the representation with that text, conversions
//! that C adds by itself left aside. Families of changes (one file each) say what could stand there instead. Costs order
//! the candidates: first what touches the fewest tokens, then what stays closest to the original.

mod calls;
mod conditions;
mod constants;
mod grouping;
mod operands;
mod operators;
mod site;
mod sizes;
mod statements;
mod synthesis;
mod targets;
mod tokens;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    BinaryOp, BlockId, Callee, CheckKind, Expr, ExprKind, FunctionId, Point, Program, SourceKind,
    SourceStmtId, Stmt, StmtKind, TerminatorKind, Type, TypeId,
};
use whydunit_source::{FileId, Span};

use crate::Edit;
use crate::piece::{Piece, Sort};
use crate::pool::{Pool, has_effect};
use crate::walk;

use site::{Form, Site, core, form};
pub(crate) use site::{SiteView, Use};

/// One change.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) edit: Edit,
    pub(crate) variant: Variant,
    pub(crate) cost: u32,
    pub(crate) source: SourceStmtId,
}

/// What a change means.
#[derive(Clone, Debug)]
pub(crate) enum Variant {
    /// The expressions with these spans become this one.
    Value { at: Vec<Span>, with: Expr },
    /// The statement at the point becomes this one.
    Statement { at: Point, with: StmtKind },
    /// Known only from the text.
    Text,
}

/// Costs of the families. A change of one token costs about 10.
pub(crate) mod cost {
    pub(crate) const NEIGHBOUR: u32 = 8;
    pub(crate) const TOKEN: u32 = 10;
    pub(crate) const LEFT_OUT: u32 = 11;
    pub(crate) const DISTANT_TOKEN: u32 = 12;
    pub(crate) const EXPRESSION: u32 = 14;
    pub(crate) const ADDED: u32 = 16;
    pub(crate) const ADDED_CONDITION: u32 = 20;
    pub(crate) const CALL: u32 = 13;
    pub(crate) const STATEMENT: u32 = 18;
    /// More for what changes how inputs are read.
    pub(crate) const READING: u32 = 16;
    pub(crate) const COMPARISON: u32 = 24;
    pub(crate) const CONDITIONAL: u32 = 28;
    pub(crate) const ADDED_COMPARISON: u32 = 30;
    pub(crate) const COMPUTED: u32 = 26;
    pub(crate) const DECIDED: u32 = 40;
}

/// The integers that statements compute: conditions, and what is assigned, returned or passed.
pub(crate) fn sites(
    program: &Program,
    int: TypeId,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<SiteView> {
    let mut all = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let is_own = files.contains(&function.span.file) && !function.is_library;
        if is_own && !function.blocks().is_empty() && !is_part_of_the_specification(&function.name)
        {
            let id = FunctionId(index as u32);
            let mut generator = Generator::new(program, id, int, &[]);
            generator.only_sites = true;
            generator.visit(wanted);
            all.append(&mut generator.sites);
        }
    }
    all
}

/// All changes of the user's functions that `wanted` lets through, cheapest first.
pub(crate) fn changes<'p>(
    program: &'p Program,
    int: TypeId,
    files: &[FileId],
    seen_in_tests: &'p [i128],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Change> {
    let mut all = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let is_own = files.contains(&function.span.file) && !function.is_library;
        if !is_own || function.blocks().is_empty() || is_part_of_the_specification(&function.name) {
            continue;
        }
        let function = FunctionId(index as u32);
        let mut generator = Generator::new(program, function, int, seen_in_tests);
        generator.visit(wanted);
        all.append(&mut generator.found);
    }
    constants::named(program, files, wanted, &mut all);
    sizes::sizes(program, files, &mut all);
    statements::by_text(program, files, wanted, &mut all);
    for (file, source) in program.sources.files().filter(|(file, _)| files.contains(file)) {
        tokens::tokens(file, source.text(), &mut all);
    }
    all.sort_by(|a, b| (a.cost, &a.edit).cmp(&(b.cost, &b.edit)));
    all
}

fn is_part_of_the_specification(name: &str) -> bool {
    name.starts_with("__VERIFIER") || name.starts_with("__CPROVER") || name == "reach_error"
}

pub(crate) struct Generator<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: FunctionId,
    pub(crate) pool: Pool,
    pub(crate) int: TypeId,
    /// Numbers that inputs and expectations of tests mention, and their neighbours.
    pub(crate) seen_in_tests: &'p [i128],
    seen: FxHashSet<Span>,
    /// Where the change with this edit is in `found`.
    edits: FxHashMap<Edit, usize>,
    found: Vec<Change>,
    /// What an operand must not become: `x < x` compares nothing.
    pointless: FxHashSet<(Span, &'p str)>,
    /// No changes are wanted.
    only_sites: bool,
    sites: Vec<SiteView>,
}

impl<'p> Generator<'p> {
    fn new(
        program: &'p Program,
        function: FunctionId,
        int: TypeId,
        seen_in_tests: &'p [i128],
    ) -> Generator<'p> {
        Generator {
            program,
            function,
            pool: Pool::new(program, function, int),
            int,
            seen_in_tests,
            seen: FxHashSet::default(),
            edits: FxHashMap::default(),
            found: Vec::new(),
            pointless: FxHashSet::default(),
            only_sites: false,
            sites: Vec::new(),
        }
    }

    fn visit(&mut self, wanted: &dyn Fn(SourceStmtId) -> bool) {
        let program = self.program;
        let blocks = program.function(self.function).blocks();
        for (number, block) in blocks.iter().enumerate() {
            for (index, stmt) in block.stmts.iter().enumerate() {
                if wanted(stmt.source) && self.is_editable(stmt.span) {
                    let block = BlockId(number as u32);
                    let at = Point { function: self.function, block, index: index as u32 };
                    self.statement(stmt, at);
                }
            }
            let terminator = &block.terminator;
            let is_specification = match &terminator.kind {
                TerminatorKind::Branch { then, otherwise, .. } => {
                    let fails = |id: BlockId| is_failure(&blocks[id.index()]);
                    fails(*then) || fails(*otherwise)
                }
                _ => false,
            };
            if wanted(terminator.source) && !is_specification {
                let used = match terminator.kind {
                    TerminatorKind::Branch { .. } => Use::Decision,
                    _ => Use::Whole,
                };
                walk::top_of_terminator(&terminator.kind, &mut |expr| {
                    self.expression(expr, used, terminator.source, None);
                });
            }
        }
    }

    fn statement(&mut self, stmt: &'p Stmt, at: Point) {
        if !self.only_sites {
            self.left_out(stmt, at);
        }
        match &stmt.kind {
            StmtKind::Assign { place, value } => {
                let receiver = (!place.span.is_empty()).then(|| self.text(place.span));
                self.expression(value, Use::Whole, stmt.source, receiver);
                walk::top_of_place(place, &mut |expr| {
                    self.expression(expr, Use::Operand, stmt.source, None);
                });
                let kind = self.program.source_stmt(stmt.source).kind;
                if kind == SourceKind::Expression {
                    self.targets(stmt, place, value, at);
                }
            }
            StmtKind::Call { callee, args, .. } => {
                if let Callee::Direct(id) = callee
                    && is_part_of_the_specification(&self.program.function(*id).name)
                {
                    return;
                }
                for arg in args {
                    self.expression(arg, Use::Whole, stmt.source, None);
                }
                self.calls(stmt, at);
            }
            StmtKind::AllocVla { count, .. } => {
                self.expression(count, Use::Whole, stmt.source, None);
            }
            _ => {}
        }
    }

    fn expression(
        &mut self,
        outer: &'p Expr,
        used: Use,
        source: SourceStmtId,
        receiver: Option<&'p str>,
    ) {
        let expr = core(outer);
        let below = match &expr.kind {
            ExprKind::And(..) | ExprKind::Or(..) => Use::Truth,
            ExprKind::Unary(whydunit_program::UnaryOp::Not, _) => Use::Truth,
            _ => Use::Operand,
        };
        let is_site = self.is_editable(expr.span) && !self.is_assigned(expr.span);
        if is_site && self.seen.insert(expr.span) {
            let text = self.text(expr.span);
            let form = form(self.program, expr, text);
            if let ExprKind::Binary(op, _, right) = &expr.kind {
                // `e + 0` and `e * 1` are written without the constant.
                let nothing = match op {
                    BinaryOp::Add | BinaryOp::Sub => &["0"][..],
                    BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => &["0", "1"],
                    _ => &[],
                };
                self.pointless.extend(nothing.iter().map(|text| (core(right).span, *text)));
            }
            if let ExprKind::Binary(op, left, right) = &expr.kind
                && (op.is_comparison()
                    || matches!(op, BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem))
            {
                let (left, right) = (core(left).span, core(right).span);
                self.pointless.insert((left, self.text(right)));
                self.pointless.insert((right, self.text(left)));
            }
            let site = Site { expr, text, used, source, receiver, form };
            if self.only_sites {
                self.note(&site);
                return;
            }
            self.operators(&site);
            self.grouping(&site);
            // `x += e` is one assignment and stays one.
            let is_plain = match form {
                Form::Plain => self.is_expression_text(text),
                Form::Compound => {
                    !text.contains(['\n', ';', '{', '"', '(']) && !text.contains("++")
                }
                Form::Step => false,
            };
            if is_plain {
                self.operands(&site);
                self.conditions(&site);
                self.constants(&site);
                self.synthesis(&site);
            }
        }
        walk::children(expr, &mut |child| self.expression(child, below, source, None));
    }

    fn note(&mut self, site: &Site<'p>) {
        let is_integer = self.sort(site.expr.ty) == Some(Sort::Integer);
        if is_integer && site.form == Form::Plain && self.is_expression_text(site.text) {
            self.sites.push(SiteView {
                span: site.expr.span,
                ty: site.expr.ty,
                used: site.used,
                source: site.source,
                function: self.function,
                is_enclosed: self.is_enclosed(site.expr.span),
            });
        }
    }

    fn text(&self, span: Span) -> &'p str {
        let program = self.program;
        program.sources.text(span)
    }

    fn is_editable(&self, span: Span) -> bool {
        // What a contract sees as the result has the whole statement as its text.
        !span.is_empty()
            && self.program.sources.file(span.file).is_user()
            && !self.text(span).starts_with("return ")
    }

    /// Not a string, not the whole of a call's statement, and nothing that would be lost with it.
    fn is_expression_text(&self, text: &str) -> bool {
        !text.contains(['\n', ';', '{', '"']) && !has_effect(text)
    }

    pub(crate) fn sort(&self, ty: TypeId) -> Option<Sort> {
        Sort::of(&self.program.types, ty)
    }

    pub(crate) fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Float(_))
    }

    pub(crate) fn piece(&self, expr: &'p Expr) -> Piece {
        let core = core(expr);
        let mut piece = Piece::new(core.clone(), self.text(core.span));
        piece.expr = expr.clone();
        piece
    }

    /// Offers `with` in place of a site.
    pub(crate) fn replace(&mut self, site: &Site<'p>, with: &Piece, cost: u32) {
        let is_pointless = self.pointless.contains(&(site.expr.span, with.text.as_str()));
        if is_pointless || !with.is_representable(&self.program.types) {
            return;
        }
        let with = with.converted(site.expr.ty);
        let text = match site.form {
            Form::Compound | Form::Step => match &site.expr.kind {
                ExprKind::Binary(_, left, _) | ExprKind::PtrAdd(left, _) => {
                    format!("{} = {}", self.text(core(left).span), with.text)
                }
                _ => return,
            },
            Form::Plain if self.needs_parentheses(site, &with) => format!("({})", with.text),
            Form::Plain => with.text,
        };
        if text != site.text {
            let edit = Edit { span: site.expr.span, new: text };
            self.offer(site, edit, with.expr, cost);
        }
    }

    pub(crate) fn offer(&mut self, site: &Site<'p>, edit: Edit, with: Expr, cost: u32) {
        let variant = Variant::Value { at: vec![site.expr.span], with };
        self.add(Change { edit, variant, cost, source: site.source });
    }

    pub(crate) fn offer_statement(
        &mut self,
        stmt: &Stmt,
        at: Point,
        edit: Edit,
        with: StmtKind,
        cost: u32,
    ) {
        let variant = Variant::Statement { at, with };
        self.add(Change { edit, variant, cost, source: stmt.source });
    }

    /// Families overlap: an edit counts once, at its lowest cost.
    fn add(&mut self, change: Change) {
        match self.edits.get(&change.edit) {
            Some(&known) if self.found[known].cost <= change.cost => {}
            Some(&known) => self.found[known] = change,
            None => {
                self.edits.insert(change.edit.clone(), self.found.len());
                self.found.push(change);
            }
        }
    }

    /// The operator between two operands as it stands in the text, where it does.
    pub(crate) fn operator_between(&self, left: &Expr, right: &Expr, symbol: &str) -> Option<Span> {
        let (left, right) = (core(left).span, core(right).span);
        if left.file != right.file || left.end > right.start {
            return None;
        }
        let gap = Span::new(left.file, left.end, right.start);
        let text = self.text(gap);
        let at = text.find(symbol)?;
        let rest = &text[at + symbol.len()..];
        let is_alone = !rest.contains(symbol)
            && !rest.starts_with(['=', '<', '>', '&', '|', '+', '-'])
            || rest.starts_with('=') && !symbol.ends_with(['<', '>', '=', '!']);
        is_alone.then(|| {
            let start = gap.start + at as u32;
            Span::new(gap.file, start, start + symbol.len() as u32)
        })
    }
}

/// The block does nothing but fail a check.
fn is_failure(block: &whydunit_program::Block) -> bool {
    block.stmts.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Check { kind: CheckKind::Unreach | CheckKind::Assert | CheckKind::Abort, cond, .. }
            if matches!(cond.kind, ExprKind::Int(0)))
    })
}
