//! The walk over the sites of a function, on which the families of changes are let loose, and what they have in common.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    BinaryOp, BlockId, Callee, CheckKind, Expr, ExprKind, FunctionId, Place, Point, Program,
    SourceKind, SourceStmtId, Stmt, StmtKind, TerminatorKind, Type, TypeId, UnaryOp,
};
use whydunit_source::Span;

use super::site::{Form, Part, Role, Site, SiteView, Use, core, form};
use super::{Change, Variant, is_part_of_the_specification};
use crate::Edit;
use crate::annotations::{Alternative, Library};
use crate::piece::{Piece, Sort};
use crate::pool::{Pool, has_effect};

pub(crate) struct Generator<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: FunctionId,
    pub(crate) pool: Pool,
    pub(crate) int: TypeId,
    pub(crate) aim: Aim<'p>,
    seen: FxHashSet<Span>,
    /// Where the change with this edit is in `found`.
    edits: FxHashMap<Edit, usize>,
    pub(super) found: Vec<Change>,
    /// What an operand must not become: `x < x` compares nothing.
    pointless: FxHashSet<(Span, &'p str)>,
    pub(super) sites: Vec<SiteView>,
    pub(crate) alternatives: Vec<Alternative>,
}

/// What stands around an expression.
#[derive(Clone, Copy)]
struct Context<'p> {
    used: Use,
    role: Role,
    source: SourceStmtId,
    /// The variable that receives the value.
    receiver: Option<&'p str>,
}

/// What is wanted of the sites of a function.
#[derive(Clone, Copy)]
pub(crate) enum Aim<'p> {
    /// Nothing but to know them.
    Sites,
    /// All changes.
    All {
        /// Numbers that inputs and expectations of tests mention, and their neighbours.
        seen_in_tests: &'p [i128],
    },
    /// The changes that a library has entries for.
    Library(&'p Library),
}

impl<'p> Generator<'p> {
    pub(super) fn new(
        program: &'p Program,
        function: FunctionId,
        int: TypeId,
        aim: Aim<'p>,
    ) -> Generator<'p> {
        Generator {
            program,
            function,
            pool: Pool::new(program, function, int),
            int,
            aim,
            seen: FxHashSet::default(),
            edits: FxHashMap::default(),
            found: Vec::new(),
            pointless: FxHashSet::default(),
            sites: Vec::new(),
            alternatives: Vec::new(),
        }
    }

    pub(super) fn visit(&mut self, wanted: &dyn Fn(SourceStmtId) -> bool) {
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
                let (used, part) = match terminator.kind {
                    TerminatorKind::Branch { .. } => (Use::Decision, Part::Condition),
                    TerminatorKind::Return(_) => (Use::Whole, Part::Returned),
                    _ => (Use::Whole, Part::Condition),
                };
                let role = Role::whole(part);
                let context = Context { used, role, source: terminator.source, receiver: None };
                if let Some(expr) = terminator.kind.operand() {
                    self.expression(expr, context);
                }
            }
        }
        match self.aim {
            Aim::All { .. } => {
                for guard in self.guards(wanted) {
                    self.add(guard.change);
                }
            }
            Aim::Library(library) => {
                let guards = self.guards(wanted);
                self.annotate_guards(library, guards);
            }
            Aim::Sites => {}
        }
    }

    fn statement(&mut self, stmt: &'p Stmt, at: Point) {
        if let Aim::All { .. } = self.aim {
            self.left_out(stmt, at);
        }
        let whole = |part: Part| Context {
            used: Use::Whole,
            role: Role::whole(part),
            source: stmt.source,
            receiver: None,
        };
        match &stmt.kind {
            StmtKind::Assign { place, value } => {
                let kind = self.program.source_stmt(stmt.source).kind;
                // What is computed on the way to a condition or a result is part of it.
                let part = match kind {
                    SourceKind::Condition => Part::Condition,
                    SourceKind::Return => Part::Returned,
                    _ => Part::Assigned,
                };
                let receiver = (!place.span.is_empty()).then(|| self.text(place.span));
                self.expression(value, Context { receiver, ..whole(part) });
                self.target(place, stmt.source);
                if kind == SourceKind::Expression {
                    match self.aim {
                        Aim::All { .. } => self.targets(&|_| true, (stmt, at), place, value),
                        Aim::Library(library) => {
                            self.annotate_assignment(library, (stmt, at), place, value);
                        }
                        Aim::Sites => {}
                    }
                }
            }
            StmtKind::Call { callee, args, .. } => {
                if let Callee::Direct(id) = callee
                    && is_part_of_the_specification(&self.program.function(*id).name)
                {
                    return;
                }
                for arg in args {
                    self.expression(arg, whole(Part::Argument));
                }
                match self.aim {
                    Aim::All { .. } => {
                        self.other_functions(stmt, at);
                        self.exchanged_arguments(stmt, at);
                    }
                    Aim::Library(library) => self.annotate_call(library, (stmt, at)),
                    Aim::Sites => {}
                }
            }
            StmtKind::AllocVla { count, .. } => self.expression(count, whole(Part::Assigned)),
            _ => {}
        }
    }

    /// The expressions in the place that is assigned to.
    fn target(&mut self, place: &'p Place, source: SourceStmtId) {
        for (position, expr) in place.operands().enumerate() {
            let is_pointer =
                position == 0 && matches!(place.base, whydunit_program::PlaceBase::Deref(_));
            let role = match is_pointer {
                true => Role { part: Part::Target, is_whole: false },
                false => Role::whole(Part::Subscript),
            };
            self.expression(expr, Context { used: Use::Operand, role, source, receiver: None });
        }
    }

    fn expression(&mut self, outer: &'p Expr, context: Context<'p>) {
        let Context { used, role, source, receiver } = context;
        let expr = core(outer);
        let below = match &expr.kind {
            ExprKind::And(..) | ExprKind::Or(..) => Use::Truth,
            ExprKind::Unary(UnaryOp::Not, _) => Use::Truth,
            _ => Use::Operand,
        };
        let is_site = self.is_editable(expr.span) && !self.is_assigned(expr.span);
        if is_site && self.seen.insert(expr.span) {
            let text = self.text(expr.span);
            let form = form(self.program, expr, text);
            self.note_pointless(expr);
            let site = Site { expr, text, used, role, source, receiver, form };
            match self.aim {
                Aim::Sites => {
                    self.note(&site);
                    return;
                }
                Aim::All { .. } => self.families(&site),
                Aim::Library(library) => self.annotate(library, &site),
            }
        }
        for (position, child) in expr.operands().enumerate() {
            let role = role.of_child(&self.program.types, expr, position);
            self.expression(child, Context { used: below, role, source, receiver: None });
        }
    }

    fn families(&mut self, site: &Site<'p>) {
        self.operators(site);
        self.grouping(site);
        if self.is_plain(site) {
            self.operands(site);
            self.conditions(site);
            self.constants(site);
            self.element_count(site);
            self.other_sizes(site);
            self.synthesis(site);
        }
    }

    /// Can the whole of it be replaced? `x += e` is one assignment and stays one.
    pub(crate) fn is_plain(&self, site: &Site<'p>) -> bool {
        let text = site.text;
        match site.form {
            Form::Plain => self.is_expression_text(text),
            Form::Compound => !text.contains(['\n', ';', '{', '"', '(']) && !text.contains("++"),
            Form::Step => false,
        }
    }

    fn note_pointless(&mut self, expr: &'p Expr) {
        let ExprKind::Binary(op, left, right) = &expr.kind else { return };
        // `e + 0` and `e * 1` are written without the constant.
        let nothing = match op {
            BinaryOp::Add | BinaryOp::Sub => &["0"][..],
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => &["0", "1"],
            _ => &[],
        };
        self.pointless.extend(nothing.iter().map(|text| (core(right).span, *text)));
        if op.is_comparison() || matches!(op, BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem) {
            let (left, right) = (core(left).span, core(right).span);
            self.pointless.insert((left, self.text(right)));
            self.pointless.insert((right, self.text(left)));
        }
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

    pub(crate) fn text(&self, span: Span) -> &'p str {
        let program = self.program;
        program.sources.text(span)
    }

    pub(super) fn is_editable(&self, span: Span) -> bool {
        // What a contract sees as the result has the whole statement as its text.
        !span.is_empty()
            && self.program.sources.file(span.file).is_user()
            && !self.text(span).starts_with("return ")
    }

    /// Not a string, not the whole of a call's statement, and nothing that would be lost with it.
    pub(super) fn is_expression_text(&self, text: &str) -> bool {
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

    /// Proposes `with` in place of a site.
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
            self.propose(site, edit, with.expr, cost);
        }
    }

    pub(crate) fn propose(&mut self, site: &Site<'p>, edit: Edit, with: Expr, cost: u32) {
        let variant = Variant::Value { at: vec![site.expr.span], with };
        self.add(Change { edit, variant, cost, source: site.source });
    }

    pub(crate) fn propose_statement(
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

    /// What was proposed since the last time.
    pub(crate) fn take_found(&mut self) -> Vec<Change> {
        self.edits.clear();
        std::mem::take(&mut self.found)
    }

    /// Families overlap: an edit counts once, at its lowest cost.
    pub(super) fn add(&mut self, change: Change) {
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
pub(crate) fn is_failure(block: &whydunit_program::Block) -> bool {
    block.stmts.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Check { kind: CheckKind::Unreach | CheckKind::Assert | CheckKind::Abort, cond, .. }
            if matches!(cond.kind, ExprKind::Int(0)))
    })
}
