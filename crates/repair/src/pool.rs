//! What an expression at a place can be made of: variables in scope, fields, elements, expressions of the same
//! function (where a missing expression most often stands already), constants.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use whydunit_program::{
    EnumId, Expr, ExprKind, Function, FunctionId, GlobalId, LocalId, LocalRole, Place, PlaceBase,
    Program, Projection, Type, TypeId,
};
use whydunit_source::Span;

use crate::limits::{LONGEST_OFFERED, MOST_ELEMENTS, MOST_ENUMERATORS};
use crate::macros::named_numbers;
use crate::piece::{Piece, Sort};

/// How far a piece is from a plain variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Origin {
    Variable,
    /// An expression that occurs in the function.
    Written,
    Field,
    Element,
    /// A call of a function without parameters.
    Call,
}

#[derive(Clone, Debug)]
pub(crate) struct Ingredient {
    pub(crate) piece: Piece,
    pub(crate) sort: Sort,
    pub(crate) origin: Origin,
    /// The value of a place that can be assigned.
    pub(crate) is_place: bool,
    locals: Vec<LocalId>,
}

impl Ingredient {
    /// A macro or enumerator that stands for a number.
    pub(crate) fn is_named_number(&self) -> bool {
        let text = self.piece.text.as_str();
        let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !text.starts_with(|c: char| c.is_ascii_digit());
        is_word && is_constant(&self.piece.expr)
    }
}

fn is_constant(expr: &Expr) -> bool {
    !expr.any(&mut |part| part.place().is_some() || matches!(part.kind, ExprKind::FunctionAddr(_)))
}

/// A variable that is an array.
#[derive(Clone, Debug)]
pub(crate) struct NamedArray {
    pub(crate) place: Place,
    pub(crate) name: String,
}

/// The ingredients of one function.
#[derive(Debug)]
pub(crate) struct Pool {
    ingredients: Vec<Ingredient>,
    arrays: Vec<NamedArray>,
    /// Constants of the function, ascending.
    constants: Vec<i128>,
    /// Where each local can be named: from its declaration to the end of its block.
    scopes: Vec<Option<(u32, u32)>>,
}

impl Pool {
    pub(crate) fn new(program: &Program, function: FunctionId, int: TypeId) -> Pool {
        let body = program.function(function);
        let mut pool = Pool {
            ingredients: Vec::new(),
            arrays: Vec::new(),
            constants: Vec::new(),
            scopes: scopes(program, body),
        };
        let mut collector =
            Collector { program, body, pool: &mut pool, texts: FxHashSet::default() };
        collector.variables(function);
        collector.named_numbers(int);
        collector.written();
        collector.calls(function);
        collector.fields(function);
        collector.elements();
        pool
    }

    /// What can be named at an offset of the function's file.
    pub(crate) fn at(&self, offset: u32) -> impl Iterator<Item = &Ingredient> {
        self.ingredients.iter().filter(move |ingredient| {
            ingredient.locals.iter().all(|local| self.is_visible(*local, offset))
        })
    }

    /// The arrays that can be named at an offset of the function's file.
    pub(crate) fn arrays_at(&self, offset: u32) -> impl Iterator<Item = &NamedArray> {
        self.arrays.iter().filter(move |array| match array.place.base {
            PlaceBase::Local(local) => self.is_visible(local, offset),
            _ => true,
        })
    }

    /// Can the variable be named at an offset?
    pub(crate) fn is_visible(&self, local: LocalId, offset: u32) -> bool {
        self.scope(local).is_some_and(|(from, to)| from <= offset && offset < to)
    }

    /// From the declaration of a variable to the end of its block.
    pub(crate) fn scope(&self, local: LocalId) -> Option<(u32, u32)> {
        self.scopes.get(local.index()).copied().flatten()
    }

    pub(crate) fn constants(&self) -> &[i128] {
        &self.constants
    }
}

/// From the declaration of each named local to the brace that closes its block.
fn scopes(program: &Program, body: &Function) -> Vec<Option<(u32, u32)>> {
    let scope = |span: Span| {
        let whole = program.sources.file(span.file).text();
        if let Some(end) = end_of_for(whole, span) {
            return (span.end, end);
        }
        let text = whole.as_bytes();
        let mut depth = 0i32;
        for (at, byte) in text.iter().enumerate().skip(span.end as usize) {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return (span.end, at as u32);
            }
        }
        (span.end, text.len() as u32)
    };
    let local_scope = |local: &whydunit_program::Local| match local.role {
        LocalRole::Parameter => Some((local.span.start, u32::MAX)),
        LocalRole::Variable if !local.is_vla => Some(scope(local.span)),
        _ => None,
    };
    body.locals.iter().map(local_scope).collect()
}

/// Where the loop ends whose head declares a variable.
fn end_of_for(text: &str, declared: Span) -> Option<u32> {
    let before = &text[..declared.start as usize];
    let open = before.rfind(['(', ';', '{', '}']).filter(|&at| before[at..].starts_with('('))?;
    if !before[..open].trim_end().ends_with("for") {
        return None;
    }
    let matching = |from: usize, opening: u8, closing: u8| {
        let mut depth = 0;
        text.bytes().enumerate().skip(from).find_map(|(at, byte)| {
            depth += i32::from(byte == opening) - i32::from(byte == closing);
            (depth == 0).then_some(at)
        })
    };
    let head = matching(open, b'(', b')')? + 1;
    let body = head + (text[head..].len() - text[head..].trim_start().len());
    let end = match text[body..].starts_with('{') {
        true => matching(body, b'{', b'}')?,
        false => body + text[body..].find(';')?,
    };
    u32::try_from(end).ok()
}

struct Collector<'a> {
    program: &'a Program,
    body: &'a Function,
    pool: &'a mut Pool,
    texts: FxHashSet<String>,
}

impl Collector<'_> {
    fn add(&mut self, piece: Piece, origin: Origin) {
        let Some(sort) = Sort::of(&self.program.types, piece.expr.ty) else { return };
        if !self.texts.insert(piece.text.clone()) {
            return;
        }
        let mut locals = BTreeSet::new();
        locals_of(&piece.expr, &mut locals);
        // What holds the result of a call can be used everywhere.
        locals.retain(|local| local.index() < self.body.locals.len());
        let is_place = origin != Origin::Call && matches!(piece.expr.kind, ExprKind::Load(_));
        let locals = locals.into_iter().collect();
        self.pool.ingredients.push(Ingredient { piece, sort, origin, is_place, locals });
    }

    /// Scalars by value, arrays as pointers to their first elements.
    fn named(&mut self, place: Place, name: &str) {
        let types = &self.program.types;
        let span = place.span;
        match types.get(place.ty) {
            Type::Array { elem, .. } => {
                let elem = *elem;
                self.pool.arrays.push(NamedArray { place: place.clone(), name: name.to_owned() });
                let Some(ty) = types.lookup(&Type::Pointer(elem)) else { return };
                let expr = Expr::new(ExprKind::Decay(place), ty, span);
                self.add(Piece::new(expr, name), Origin::Variable);
            }
            _ if types.is_scalar(place.ty) => {
                self.add(Piece::new(Expr::load(place), name), Origin::Variable);
            }
            _ => {}
        }
    }

    fn variables(&mut self, function: FunctionId) {
        for (index, local) in self.body.locals.iter().enumerate() {
            // Arguments that `main` does not look at are none of its business.
            let is_ignored = self.program.is_main(function)
                && local.role == LocalRole::Parameter
                && !self.reads_local(LocalId(index as u32));
            if self.pool.scopes[index].is_some() && !local.name.is_empty() && !is_ignored {
                let base = PlaceBase::Local(LocalId(index as u32));
                let place = Place { base, path: Vec::new(), ty: local.ty, span: local.span };
                self.named(place, &local.name);
            }
        }
        for (id, name, ty, span) in self.globals(function) {
            let place = Place { base: PlaceBase::Global(id), path: Vec::new(), ty, span };
            self.named(place, &name);
        }
    }

    /// The results of functions without parameters: read from locals that the schema adds.
    fn calls(&mut self, function: FunctionId) {
        for (index, &callee) in callees(self.program, function).iter().enumerate() {
            let called = self.program.function(callee);
            let base = PlaceBase::Local(LocalId((self.body.locals.len() + index) as u32));
            let ty = called.signature.result;
            let place = Place { base, path: Vec::new(), ty, span: self.body.span };
            self.add(Piece::new(Expr::load(place), format!("{}()", called.name)), Origin::Call);
        }
    }

    /// What macros of the same file name.
    fn named_numbers(&mut self, int: TypeId) {
        let span = self.body.span;
        let text = self.program.sources.file(span.file).text();
        for named in named_numbers(span.file, text) {
            if let Some(value) = named.value {
                self.add(Piece::new(Expr::int(value, int, span), named.name), Origin::Written);
            }
        }
        let types = &self.program.types;
        for id in (0..types.enum_count()).map(|id| EnumId(id as u32)) {
            for (name, value) in types.enum_info(id).values.iter().take(MOST_ENUMERATORS) {
                let expr = Expr::int(i128::from(*value), int, span);
                self.add(Piece::new(expr, name.clone()), Origin::Written);
            }
        }
    }

    /// Variables of the user's outside of functions, and the function's own static ones.
    fn globals(&self, function: FunctionId) -> Vec<(GlobalId, String, TypeId, Span)> {
        let file = self.body.span.file;
        let globals = self.program.globals.iter().enumerate();
        globals
            .filter(|(_, global)| {
                !global.is_literal
                    && !global.name.is_empty()
                    && global.owner.is_none_or(|owner| owner == function)
                    && global.span.file == file
                    && self.program.sources.file(global.span.file).is_user()
            })
            .map(|(id, global)| (GlobalId(id as u32), global.name.clone(), global.ty, global.span))
            .collect()
    }

    fn reads_local(&self, local: LocalId) -> bool {
        let mut locals = BTreeSet::new();
        self.body.operands().for_each(|expr| locals_of(expr, &mut locals));
        locals.contains(&local)
    }

    /// Expressions of the function that depend on nothing but memory.
    fn written(&mut self) {
        let mut found = Vec::new();
        for block in self.body.blocks() {
            for stmt in &block.stmts {
                if !matches!(
                    stmt.kind,
                    whydunit_program::StmtKind::Check { .. }
                        | whydunit_program::StmtKind::Assume { .. }
                ) {
                    found.extend(stmt.kind.operands());
                    if let whydunit_program::StmtKind::Assign { place, .. } = &stmt.kind {
                        self.written_place(place);
                    }
                }
            }
            found.extend(block.terminator.kind.operand());
        }
        let mut constants = BTreeSet::from([0, 1, -1]);
        while let Some(expr) = found.pop() {
            found.extend(expr.operands());
            let mut core = expr;
            while let ExprKind::Cast(inner) = &core.kind {
                if inner.span != core.span {
                    break;
                }
                core = inner;
            }
            if let ExprKind::Int(value) = core.kind
                && self.program.types.int_kind(core.ty).is_some()
            {
                constants.insert(value);
            }
            let is_constant = matches!(core.kind, ExprKind::Int(_) | ExprKind::Float(_));
            // Constants are offered for themselves, unless they have a name.
            let is_named =
                self.program.sources.text(core.span).starts_with(|c: char| c.is_alphabetic());
            if self.is_plain(core) && (!is_constant || is_named) {
                let text = self.program.sources.text(core.span);
                self.add(Piece::new(core.clone(), text), Origin::Written);
            }
        }
        self.pool.constants = constants.into_iter().collect();
    }

    fn written_place(&mut self, place: &Place) {
        if self.program.types.is_scalar(place.ty) && !place.path.is_empty() {
            let expr = Expr::load(place.clone());
            if self.is_plain(&expr) {
                let text = self.program.sources.text(place.span);
                self.add(Piece::new(expr, text), Origin::Written);
            }
        }
    }

    /// No temporaries in it, and a text that says what it means.
    fn is_plain(&self, expr: &Expr) -> bool {
        let span = expr.span;
        let text = self.program.sources.text(span);
        !span.is_empty()
            && span.end - span.start <= LONGEST_OFFERED
            && self.program.sources.file(span.file).is_user()
            && !text.contains(['\n', ';', '{', '"'])
            && !has_effect(text)
            && self.is_spelled_out(expr, text)
            && !self.reads_temporaries(expr)
    }

    /// The text of a part of a variable names the part: that of an initialiser is the variable's.
    fn is_spelled_out(&self, expr: &Expr, text: &str) -> bool {
        let ExprKind::Load(place) = &expr.kind else { return true };
        match place.path.last() {
            None => true,
            Some(Projection::Index(_)) => text.ends_with([']', ')']),
            Some(Projection::Field(_)) => {
                let name = text.rsplit(['.', '>']).next().unwrap_or(text);
                name.len() < text.len() || text.ends_with(')')
            }
        }
    }

    fn reads_temporaries(&self, expr: &Expr) -> bool {
        let mut locals = BTreeSet::new();
        locals_of(expr, &mut locals);
        locals.iter().any(|local| self.pool.scopes[local.index()].is_none())
    }

    /// `v.f` and `p->f` of the records in scope.
    fn fields(&mut self, function: FunctionId) {
        let types = &self.program.types;
        let mut bases: Vec<(Place, String)> = Vec::new();
        let mut base = |place: Place, name: &str| match types.get(place.ty) {
            Type::Record(_) => bases.push((place, format!("{name}."))),
            Type::Pointer(to) if types.is_record(*to) => {
                let (to, span) = (*to, place.span);
                let pointee = Place {
                    base: PlaceBase::Deref(Box::new(Expr::load(place))),
                    path: Vec::new(),
                    ty: to,
                    span,
                };
                bases.push((pointee, format!("{name}->")));
            }
            _ => {}
        };
        for (index, local) in self.body.locals.iter().enumerate() {
            if self.pool.scopes[index].is_some() {
                let place = PlaceBase::Local(LocalId(index as u32));
                base(
                    Place { base: place, path: Vec::new(), ty: local.ty, span: local.span },
                    &local.name,
                );
            }
        }
        for (id, name, ty, span) in self.globals(function) {
            base(Place { base: PlaceBase::Global(id), path: Vec::new(), ty, span }, &name);
        }
        for (place, prefix) in bases {
            let Type::Record(record) = types.get(place.ty) else { continue };
            // The parts of a stream and the like are nobody's to name: tags of the implementation begin with `__`.
            if types.record(*record).tag.as_ref().is_some_and(|tag| tag.starts_with("__")) {
                continue;
            }
            for (index, field) in types.record(*record).fields.iter().enumerate() {
                if field.name.is_empty() || field.bits.is_some() || !types.is_scalar(field.ty) {
                    continue;
                }
                let mut member = place.clone();
                member.path.push(Projection::Field(index as u32));
                member.ty = field.ty;
                let text = format!("{prefix}{}", field.name);
                self.add(Piece::new(Expr::load(member), text), Origin::Field);
            }
        }
    }

    /// `a[i]` of the arrays and integer variables in scope.
    fn elements(&mut self) {
        let types = &self.program.types;
        let of = |pool: &Pool, wanted: fn(&Sort) -> bool| -> Vec<Piece> {
            let found = pool.ingredients.iter();
            found
                .filter(|one| one.origin == Origin::Variable && wanted(&one.sort))
                .map(|one| one.piece.clone())
                .collect()
        };
        let arrays = of(self.pool, |sort| matches!(sort, Sort::Pointer(_)));
        let indices = of(self.pool, |sort| *sort == Sort::Integer);
        let Some(long) = types.lookup(&Type::Int(whydunit_program::IntKind {
            bits: types.target().pointer_bytes() as u8 * 8,
            signed: true,
        })) else {
            return;
        };
        let mut count = 0;
        for array in &arrays {
            let Some(elem) = types.pointee(array.expr.ty) else { continue };
            if !types.is_scalar(elem) {
                continue;
            }
            for index in &indices {
                count += 1;
                if count > MOST_ELEMENTS {
                    return;
                }
                let span = array.expr.span;
                let offset = Box::new(index.converted(long).expr);
                let at = ExprKind::PtrAdd(Box::new(array.expr.clone()), offset);
                let pointer = Expr::new(at, array.expr.ty, span);
                let base = PlaceBase::Deref(Box::new(pointer));
                let place = Place { base, path: Vec::new(), ty: elem, span };
                let text = format!("{}[{}]", array.text, index.text);
                self.add(Piece::new(Expr::load(place), text), Origin::Element);
            }
        }
    }
}

/// The user's functions without parameters that a function could call, each of which has a local for its result in the
/// schema: number `k` the one after the `k`-th beyond the function's own.
pub(crate) fn callees(program: &Program, caller: FunctionId) -> Vec<FunctionId> {
    let functions = program.functions.iter().enumerate();
    functions
        .filter(|(_, function)| {
            let is_own = program.sources.file(function.span.file).is_user() && !function.is_library;
            is_own
                && function.param_count == 0
                && function.name != "main"
                && !function.blocks().is_empty()
                && program.types.is_scalar(function.signature.result)
        })
        .map(|(index, _)| FunctionId(index as u32))
        .filter(|&id| id != caller)
        .collect()
}

/// Does evaluating it change anything?
pub(crate) fn has_effect(text: &str) -> bool {
    text.contains("++") || text.contains("--") || has_assignment(text)
}

/// A single `=` somewhere.
fn has_assignment(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        bytes[at] == b'='
            && bytes.get(at + 1) != Some(&b'=')
            && !(at > 0 && matches!(bytes[at - 1], b'=' | b'!' | b'<' | b'>'))
    })
}

pub(crate) fn locals_of(expr: &Expr, into: &mut BTreeSet<LocalId>) {
    expr.walk(&mut |part| {
        if let Some((place, _)) = part.place()
            && let PlaceBase::Local(local) = place.base
        {
            into.insert(local);
        }
    });
}
