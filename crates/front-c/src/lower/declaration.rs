//! Declarations: typedefs, functions, globals, locals.

use lang_c::ast::{Declaration, InitDeclarator, Initializer};
use lang_c::span::Node;
use whydunit_program::{
    Expr, Global, GlobalId, LocalId, LocalRole, Place, PlaceBase, SourceKind, StmtKind,
};
use whydunit_source::Span;

use super::specifier::{Attributes, Specified, Storage};
use super::world::{Definition, ExternalName, GlobalInfo};
use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, Kind, Ty};
use crate::sema::scope::{Symbol, SymbolKind};
use crate::text::display_name;

impl Unit<'_> {
    pub(crate) fn file_declaration(&mut self, node: &Node<Declaration>) -> Res<()> {
        let span = self.span_of(node);
        let specified = self.specifiers(&node.node.specifiers, span)?;
        for (index, declarator) in node.node.declarators.iter().enumerate() {
            let shown = self.shown_declarator(node, index, declarator);
            if let Err(error) = self.file_declarator(&specified, declarator, shown) {
                self.report(error);
            }
        }
        Ok(())
    }

    /// One of several declarators as it is shown: the first with the specifiers, `int x = 3`.
    fn shown_declarator(
        &self,
        node: &Node<Declaration>,
        index: usize,
        declarator: &Node<InitDeclarator>,
    ) -> Span {
        match index {
            0 => self.span_between(node, declarator),
            _ => self.span_of(declarator),
        }
    }

    fn file_declarator(
        &mut self,
        specified: &Specified,
        node: &Node<InitDeclarator>,
        shown: Span,
    ) -> Res<()> {
        let mut attributes = specified.attributes.clone();
        self.attributes(&node.node.declarator.node.extensions, &mut attributes);
        let declared = self.declarator(specified.ty, &node.node.declarator)?;
        let Some(identifier) = declared.name else {
            let span = self.span_of(node);
            return Err(self.error(span, "a declaration without a name"));
        };
        let name = identifier.node.name.as_str();
        let ty = self.resized(declared.ty, &attributes);
        let span = self.span_of(identifier);
        match specified.storage {
            Storage::Typedef => self.declare_typedef(name, ty, attributes.align, span),
            _ if self.types().is_function(ty) => {
                self.declare_function(name, ty, specified.storage == Storage::Static, span)
            }
            storage => {
                self.file_variable(name, ty, storage, node, (span, shown))?;
                self.name_declared_constant(name, &attributes, node)
            }
        }
    }

    fn declare_typedef(&mut self, name: &str, ty: Ty, align: Option<u64>, span: Span) -> Res<()> {
        if let Some(earlier) = self.scopes.lookup_here(name) {
            let same = matches!(earlier.kind, SymbolKind::Typedef { .. })
                && self.world.types.compatible(earlier.ty, ty);
            if !same {
                let earlier = earlier.span;
                return Err(self.redefinition(name, span, earlier));
            }
        }
        self.scopes.declare(name, Symbol { kind: SymbolKind::Typedef { align }, ty, span });
        Ok(())
    }

    pub(crate) fn declare_function(
        &mut self,
        name: &str,
        ty: Ty,
        is_static: bool,
        span: Span,
    ) -> Res<()> {
        let mut is_static = is_static;
        let mut ty = ty;
        if let Some(earlier) = self.scopes.lookup_file(name) {
            match earlier.kind {
                SymbolKind::Function { is_static: was_static } => {
                    if !self.world.types.compatible(earlier.ty, ty) {
                        // Our headers and a program's own declaration may differ in trifles.
                        if !self.loosely_compatible(earlier.ty, ty) {
                            let earlier = earlier.span;
                            return Err(self.conflict(name, span, earlier));
                        }
                    } else {
                        ty = self.world.types.composite(earlier.ty, ty);
                    }
                    is_static |= was_static;
                }
                _ => {
                    let earlier = earlier.span;
                    return Err(self.conflict(name, span, earlier));
                }
            }
        }
        let symbol = Symbol { kind: SymbolKind::Function { is_static }, ty, span };
        if self.scopes.depth() > 1 && self.scopes.lookup_file(name).is_some() {
            self.scopes.declare(name, symbol.clone());
        }
        self.scopes.declare_in_file(name, symbol);
        Ok(())
    }

    /// Same shape, give or take qualifiers and the kinds of pointers: what gcc only warns about for
    /// functions it knows itself.
    fn loosely_compatible(&self, a: Ty, b: Ty) -> bool {
        let types = &self.world.types;
        let (Kind::Function(a), Kind::Function(b)) = (types.kind(a), types.kind(b)) else {
            return false;
        };
        let similar = |a: Ty, b: Ty| {
            types.compatible(a, b)
                || (types.is_pointer(a) && types.is_pointer(b))
                || (types.is_integer(a)
                    && types.is_integer(b)
                    && types.int_ty(a).map(|int| int.bits(types.target()))
                        == types.int_ty(b).map(|int| int.bits(types.target())))
        };
        similar(a.result, b.result)
            && (!a.prototyped
                || !b.prototyped
                || (a.params.len() == b.params.len()
                    && a.params.iter().zip(b.params.iter()).all(|(&a, &b)| similar(a, b))))
    }

    pub(crate) fn conflict(
        &self,
        name: &str,
        span: Span,
        earlier: Span,
    ) -> Box<whydunit_source::Diagnostic> {
        let message =
            format!("`{}` is declared here with another type than before", display_name(name));
        let mut error = self.error(span, message);
        error.notes.push(format!("first declared at {}", self.world.sources.describe(earlier)));
        error
    }

    fn file_variable(
        &mut self,
        name: &str,
        ty: Ty,
        storage: Storage,
        node: &Node<InitDeclarator>,
        (span, shown): (Span, Span),
    ) -> Res<()> {
        let initialiser = node.node.initializer.as_ref();
        if self.types().is_void(ty) {
            let message = format!("the variable `{}` has type void", display_name(name));
            return Err(self.error(span, message));
        }
        let (id, symbol_ty) = self.global_named(name, ty, storage == Storage::Static, span)?;
        // Declared before its initialiser is read: it may mention itself.
        self.scopes.declare(name, Symbol { kind: SymbolKind::Global(id), ty: symbol_ty, span });
        let Some(initialiser) = initialiser else {
            if storage != Storage::Extern {
                self.define_tentatively(id, ty, (span, shown))?;
            }
            return Ok(());
        };
        if let Definition::Defined(earlier) = self.world.global_infos[id.index()].definition {
            return Err(self.redefinition(name, span, earlier));
        }
        let (init, ty) = self.match_initialiser(ty, initialiser)?;
        self.check_object_type(ty, span)?;
        self.world.set_global_type(id, ty);
        self.scopes.declare(name, Symbol { kind: SymbolKind::Global(id), ty, span });
        let global = &mut self.world.globals[id.index()];
        (global.span, global.declaration) = (span, shown);
        global.is_undefined = false;
        global.is_const = self.world.types.element(ty).unwrap_or(ty).is_const;
        self.world.global_infos[id.index()].definition = Definition::Defined(span);
        self.initialise_global(id, ty, &init)
    }

    fn define_tentatively(&mut self, id: GlobalId, ty: Ty, (span, shown): (Span, Span)) -> Res<()> {
        let info = &mut self.world.global_infos[id.index()];
        if info.definition == Definition::Declared {
            info.definition = Definition::Tentative(span);
            let global = &mut self.world.globals[id.index()];
            global.is_undefined = false;
            (global.span, global.declaration) = (span, shown);
            global.is_const = self.world.types.element(ty).unwrap_or(ty).is_const;
        }
        Ok(())
    }

    /// At the end of a file: tentative definitions are definitions, of one element if the length of
    /// an array is still unknown.
    pub(crate) fn finish_tentative(&mut self) {
        for index in 0..self.world.globals.len() {
            let info = self.world.global_infos[index].clone();
            let Definition::Tentative(span) = info.definition else { continue };
            if let Kind::Array { elem, len: ArrayLen::Unknown } = *self.types().kind(info.ty) {
                let ty = self.types().array(elem, ArrayLen::Known(1)).with_quals_of(info.ty);
                self.world.set_global_type(GlobalId(index as u32), ty);
            } else if let Err(error) = self.check_object_type(info.ty, span) {
                self.report(error);
            }
        }
    }

    /// The global of that name, of this file (`static`) or of the program, and its type as this file
    /// knows it: other files have copies of their own of the types that a header defines.
    fn global_named(
        &mut self,
        name: &str,
        ty: Ty,
        is_static: bool,
        span: Span,
    ) -> Res<(GlobalId, Ty)> {
        if let Some(earlier) = self.scopes.lookup_file(name).cloned() {
            let SymbolKind::Global(id) = earlier.kind else {
                return Err(self.conflict(name, span, earlier.span));
            };
            if !self.world.types.compatible(earlier.ty, ty) {
                return Err(self.conflict(name, span, earlier.span));
            }
            let ty = self.world.types.composite(earlier.ty, ty);
            self.complete_global(id, ty);
            return Ok((id, ty));
        }
        if !is_static && let Some(external) = self.world.externals.get(name).copied() {
            let ExternalName::Global(id) = external else {
                let message =
                    format!("`{}` is a function elsewhere in the program", display_name(name));
                return Err(self.error(span, message));
            };
            let known = self.world.global_infos[id.index()].ty;
            let types = &self.world.types;
            // The library's objects bind by name and shape: what a system's header calls a stream is one.
            let is_bound = self.is_library && types.is_pointer(known) && types.is_pointer(ty);
            let agrees = types.agree_across_files(known, ty) && types.have_same_fields(known, ty);
            if !agrees && !is_bound {
                let earlier = self.world.globals[id.index()].span;
                return Err(self.conflict(name, span, earlier));
            }
            self.complete_global(id, ty);
            let types = &self.world.types;
            let ty = if types.compatible(ty, known) { types.composite(ty, known) } else { ty };
            return Ok((id, ty));
        }
        let id = self.add_named_global(name, ty, None, span);
        if !is_static {
            self.world.externals.insert(name.to_owned(), ExternalName::Global(id));
        }
        Ok((id, ty))
    }

    /// Another declaration may tell what the type of a global lacks so far.
    fn complete_global(&mut self, id: GlobalId, ty: Ty) {
        let known = self.world.global_infos[id.index()].ty;
        if !self.world.types.is_complete(known) {
            self.world.set_global_type(id, ty);
        }
    }

    fn add_named_global(
        &mut self,
        name: &str,
        ty: Ty,
        owner: Option<whydunit_program::FunctionId>,
        span: Span,
    ) -> GlobalId {
        let ir = self.types().ir(ty);
        let is_const = self.types().element(ty).unwrap_or(ty).is_const;
        self.world.add_global(
            Global {
                name: display_name(name).into_owned(),
                ty: ir,
                span,
                declaration: span,
                is_const,
                is_literal: false,
                owner,
                is_undefined: true,
                init: Vec::new(),
            },
            GlobalInfo::new(ty, Definition::Declared),
        )
    }

    pub(crate) fn check_object_type(&mut self, ty: Ty, span: Span) -> Res<()> {
        if self.types().is_complete(ty) {
            return Ok(());
        }
        let message = format!("a variable of the incomplete type `{}`", self.display(ty));
        Err(self.error(span, message))
    }

    /// A declaration inside a function.
    pub(crate) fn local_declaration(&mut self, node: &Node<Declaration>) -> Res<()> {
        let span = self.span_of(node);
        let specified = self.specifiers(&node.node.specifiers, span)?;
        for (index, declarator) in node.node.declarators.iter().enumerate() {
            let shown = self.shown_declarator(node, index, declarator);
            self.begin_source(shown, SourceKind::Declaration);
            if let Err(error) = self.local_declarator(&specified, declarator, shown) {
                self.report(error);
            }
        }
        Ok(())
    }

    fn local_declarator(
        &mut self,
        specified: &Specified,
        node: &Node<InitDeclarator>,
        shown: Span,
    ) -> Res<()> {
        let mut attributes = specified.attributes.clone();
        self.attributes(&node.node.declarator.node.extensions, &mut attributes);
        let declared = self.declarator(specified.ty, &node.node.declarator)?;
        let Some(identifier) = declared.name else {
            return Err(self.error(shown, "a declaration without a name"));
        };
        let name = identifier.node.name.as_str();
        let ty = self.resized(declared.ty, &attributes);
        let span = self.span_of(identifier);
        match specified.storage {
            Storage::Typedef => self.declare_typedef(name, ty, attributes.align, span),
            _ if self.types().is_function(ty) => self.declare_function(name, ty, false, span),
            Storage::Extern => {
                // A file-scope declaration with internal linkage is what `extern` refers to.
                let (id, ty) = self.global_named(name, ty, false, span)?;
                self.scopes.declare(name, Symbol { kind: SymbolKind::Global(id), ty, span });
                Ok(())
            }
            Storage::Static => {
                self.static_local(name, ty, node, (span, shown))?;
                self.name_declared_constant(name, &attributes, node)
            }
            Storage::None => {
                self.automatic(name, ty, &attributes, node, span, shown)?;
                self.name_declared_constant(name, &attributes, node)
            }
        }
    }

    /// `constexpr`: the value that was just declared is a constant from here on.
    fn name_declared_constant(
        &mut self,
        name: &str,
        attributes: &Attributes,
        node: &Node<InitDeclarator>,
    ) -> Res<()> {
        if !attributes.is_constant {
            return Ok(());
        }
        let span = self.span_of(node);
        let Some(initialiser) = &node.node.initializer else {
            return Err(self.error(span, "a `constexpr` object needs a value"));
        };
        let Some(Symbol { kind, ty, .. }) = self.scopes.lookup(name).cloned() else {
            return Ok(());
        };
        let base = match kind {
            SymbolKind::Local(local) => PlaceBase::Local(local),
            SymbolKind::Global(global) => PlaceBase::Global(global),
            _ => return Ok(()),
        };
        let (init, ty) = self.match_initialiser(ty, initialiser)?;
        self.name_constant(&base, ty, &init, span)
    }

    fn check_redeclared(&mut self, name: &str, span: Span) -> Res<()> {
        match self.scopes.lookup_here(name) {
            Some(earlier) => {
                let earlier = earlier.span;
                Err(self.redefinition(name, span, earlier))
            }
            None => Ok(()),
        }
    }

    fn static_local(
        &mut self,
        name: &str,
        ty: Ty,
        node: &Node<InitDeclarator>,
        (span, shown): (Span, Span),
    ) -> Res<()> {
        self.check_redeclared(name, span)?;
        if self.types().is_variable(ty) {
            return Err(self.error(span, "a static array must have a constant length"));
        }
        let owner = self.func.id;
        let id = self.add_named_global(name, ty, owner, span);
        let global = &mut self.world.globals[id.index()];
        (global.is_undefined, global.declaration) = (false, shown);
        self.world.global_infos[id.index()].definition = Definition::Defined(span);
        self.scopes.declare(name, Symbol { kind: SymbolKind::Global(id), ty, span });
        let Some(initialiser) = &node.node.initializer else {
            return self.check_object_type(ty, span);
        };
        let (init, ty) = self.match_initialiser(ty, initialiser)?;
        self.check_object_type(ty, span)?;
        self.world.set_global_type(id, ty);
        self.scopes.declare(name, Symbol { kind: SymbolKind::Global(id), ty, span });
        self.initialise_global(id, ty, &init)
    }

    fn automatic(
        &mut self,
        name: &str,
        ty: Ty,
        attributes: &Attributes,
        node: &Node<InitDeclarator>,
        span: Span,
        shown: Span,
    ) -> Res<()> {
        self.check_redeclared(name, span)?;
        if attributes.cleanup {
            self.unsupported("the attribute `cleanup`", shown);
        }
        if self.types().is_variable(ty) {
            return self.variable_array(name, ty, node, span, shown);
        }
        let mut initialiser = node.node.initializer.as_ref();
        if let (Some(what), Some(_)) = (self.types().opaque(ty), initialiser) {
            self.unsupported(what, span);
            initialiser = None;
        }
        let is_unsized =
            matches!(self.types().kind(ty), Kind::Array { len: ArrayLen::Unknown, .. });
        if !is_unsized || initialiser.is_none() {
            self.check_object_type(ty, span)?;
            let local = self.declare_local(name, ty, span);
            self.emit(StmtKind::Live { local }, shown);
            let Some(initialiser) = initialiser else { return Ok(()) };
            let (init, ty) = self.match_initialiser(ty, initialiser)?;
            let ir = self.types().ir(ty);
            return self.store_initialiser(Place::local(local, ir, span), ty, &init, shown);
        }
        let Some(initialiser) = initialiser else { return Ok(()) };
        let (init, ty) = self.match_initialiser(ty, initialiser)?;
        let local = self.declare_local(name, ty, span);
        self.emit(StmtKind::Live { local }, shown);
        let ir = self.types().ir(ty);
        self.store_initialiser(Place::local(local, ir, span), ty, &init, shown)
    }

    /// Makes a local variable of the innermost scope known by name.
    pub(crate) fn declare_local(&mut self, name: &str, ty: Ty, span: Span) -> LocalId {
        let shown = display_name(name).into_owned();
        let local = self.add_local(&shown, ty, LocalRole::Variable, span);
        self.own_local(local);
        self.scopes.declare(name, Symbol { kind: SymbolKind::Local(local), ty, span });
        local
    }

    /// `int a[n];`
    fn variable_array(
        &mut self,
        name: &str,
        ty: Ty,
        node: &Node<InitDeclarator>,
        span: Span,
        shown: Span,
    ) -> Res<()> {
        // Of newer C: empty braces, and nothing else.
        let is_zero = match node.node.initializer.as_ref().map(|initialiser| &initialiser.node) {
            None => false,
            Some(Initializer::List(items)) if items.is_empty() => true,
            Some(_) => {
                let message = "an array of variable length cannot be initialised";
                return Err(self.error(span, message));
            }
        };
        if !self.types().is_complete(ty) {
            return self.check_object_type(ty, span);
        }
        let elem = self.types().constant_element(ty);
        let pointer = self.types().pointer(elem);
        let display = display_name(name).into_owned();
        let local = self.add_local(&display, pointer, LocalRole::Variable, span);
        self.func.locals[local.index()].is_vla = true;
        self.own_local(local);
        let size_t = self.types().size();
        let count = self.variable_count(ty, size_t, shown);
        let count: Expr = count.expr;
        self.emit(StmtKind::AllocVla { local, count }, shown);
        self.scopes.declare(name, Symbol { kind: SymbolKind::VariableArray(local), ty, span });
        if is_zero {
            let array = self.identifier(name, shown)?;
            let (array, int) = (self.value_of(array)?, self.types().int());
            let zero = self.int_val(0, int, shown);
            let size = self.size_value(ty, shown)?;
            self.call_library("memset", vec![array, zero, size], shown)?;
        }
        Ok(())
    }
}
