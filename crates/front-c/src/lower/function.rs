//! Function definitions.

use lang_c::ast::{
    ArraySize, BinaryOperatorExpression, Declaration, DeclarationSpecifier, Declarator,
    DeclaratorKind, DerivedDeclarator, Expression, FunctionDefinition, Identifier, MemberOperator,
    Statement, StorageClassSpecifier, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::{Node, Span as NodeSpan};
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashSet;
use whydunit_program::{
    Body, Expr, FunctionId, LocalId, LocalRole, Place, SourceKind, TerminatorKind,
};
use whydunit_source::Span;

use super::specifier::Storage;
use super::world::Definition;
use super::{FnState, Res, Unit};
use crate::sema::ctype::{FnTy, Kind, Ty};
use crate::sema::scope::{Symbol, SymbolKind};
use crate::text::display_name;

/// A parameter of a definition: its name, its type, and the type it is passed as.
struct Parameter<'n> {
    name: Option<&'n str>,
    ty: Ty,
    passed: Ty,
    span: Span,
}

impl Unit<'_> {
    pub(crate) fn function_definition(&mut self, node: &Node<FunctionDefinition>) -> Res<()> {
        let definition = &node.node;
        let whole = self.span_of(node);
        let specified = self.specifiers(&definition.specifiers, whole)?;
        let declared = self.declarator(specified.ty, &definition.declarator)?;
        let Some(identifier) = declared.name else {
            return Err(self.error(whole, "a function without a name"));
        };
        let name = identifier.node.name.as_str();
        let span = self.span_of(identifier);
        let Kind::Function(mut function) = self.types().kind(declared.ty).clone() else {
            let message = format!("`{}` has a body but is not a function", display_name(name));
            return Err(self.error(span, message));
        };
        let old_style = find_old_style(&definition.declarator);
        let old_types = match &old_style {
            Some(names) => Some(self.old_style_types(names, &definition.declarations)?),
            None => None,
        };
        if let Some(types) = &old_types {
            // Arguments arrive promoted, so that is what the parameters are to callers.
            let mut params = Vec::new();
            for &(_, ty, _) in types {
                params.push(self.promoted_parameter(ty));
            }
            function.params = params.into();
        }
        if !self.types().is_void(function.result) && !self.types().is_complete(function.result) {
            let message = format!(
                "the function returns the incomplete type `{}`",
                self.display(function.result)
            );
            return Err(self.error(span, message));
        }
        let ty = self.types().function(function.clone());
        self.declare_function(name, ty, specified.storage == Storage::Static, span)?;
        let is_static = match self.scopes.lookup_file(name) {
            Some(Symbol { kind: SymbolKind::Function { is_static }, .. }) => *is_static,
            _ => specified.storage == Storage::Static,
        };
        if self.is_library && !is_static && self.world.user_external.contains(name) {
            return Ok(());
        }
        let id = self.function_reference(name, ty, is_static, span);
        if let Definition::Defined(earlier) = self.world.function_infos[id.index()].definition {
            if specified.is_inline || self.is_library {
                return Ok(());
            }
            if !self.world.function_infos[id.index()].is_inline {
                return Err(self.redefinition(name, span, earlier));
            }
        }
        let known = self.world.function_infos[id.index()].ty;
        if !self.world.types.agree_across_files(known, ty) && !self.is_library {
            let earlier = self.world.function_infos[id.index()].span;
            if self.world.sources.file(earlier.file).is_user() {
                return Err(self.conflict(name, span, earlier));
            }
        }
        self.world.function_infos[id.index()].definition = Definition::Defined(span);
        self.world.function_infos[id.index()].ty = ty;
        self.world.function_infos[id.index()].is_inline = specified.is_inline && !is_static;
        let signature = self.types().signature(&function);
        {
            let entry = &mut self.world.functions[id.index()];
            entry.signature = signature;
            entry.span = span;
            entry.is_library = self.is_library;
            entry.is_static = is_static;
        }
        let clauses = self.contract_of(name, node.span.start, &definition.declarator);
        self.lower_body(id, name, &function, definition, old_types, clauses, span)
    }

    fn promoted_parameter(&mut self, ty: Ty) -> Ty {
        let adjusted = self.adjust_parameter(ty);
        if matches!(self.types().kind(adjusted), Kind::Float(whydunit_program::FloatKind::F32)) {
            return self.types().double();
        }
        self.promoted_type(adjusted, None)
    }

    #[expect(clippy::too_many_arguments, reason = "the pieces of one definition")]
    fn lower_body(
        &mut self,
        id: FunctionId,
        name: &str,
        function: &FnTy,
        definition: &FunctionDefinition,
        old_types: Option<Vec<(&str, Ty, Span)>>,
        clauses: Vec<super::spec::BoundClause>,
        span: Span,
    ) -> Res<()> {
        let mut state = FnState::new(function.result);
        state.id = Some(id);
        state.name = display_name(name).into_owned();
        state.implicit = self.world.add_source_stmt(span, SourceKind::Implicit, Some(id));
        state.source = state.implicit;
        let changes = Changes::collect(&definition.statement);
        state.changed_names = changes.assigned.union(&changes.address_taken).cloned().collect();
        state.address_taken = changes.address_taken;
        let outer = std::mem::replace(&mut self.func, state);
        let depth = self.scopes.depth();
        self.enter_scope();
        let result = self.lower_parameters(function, definition, old_types).and_then(|params| {
            self.begin_contract(clauses, &params)?;
            self.lower_statements(definition)
        });
        let end = self.end_of(&definition.statement);
        self.finish_falling_off(end);
        if let Err(error) = result {
            self.report(error);
        }
        self.resolve_gotos();
        self.scopes.truncate(depth);
        let state = std::mem::replace(&mut self.func, outer);
        let (locals, blocks) = super::finish::finish(state, self.world, span);
        let entry = &mut self.world.functions[id.index()];
        entry.locals = locals;
        entry.param_count = function.params.len() as u32;
        entry.body = Body::Blocks(blocks);
        Ok(())
    }

    fn lower_statements(&mut self, definition: &FunctionDefinition) -> Res<()> {
        match &definition.statement.node {
            Statement::Compound(items) => {
                self.block_items(items);
                Ok(())
            }
            _ => {
                let span = self.span_of(&definition.statement);
                Err(self.error(span, "a function body must be a block"))
            }
        }
    }

    fn end_of(&self, statement: &Node<Statement>) -> Span {
        let end = statement.span.end;
        self.text.span(end.saturating_sub(1), end)
    }

    /// The closing brace: `main` returns 0, other functions return nothing.
    fn finish_falling_off(&mut self, span: Span) {
        self.func.source = self.func.implicit;
        let is_main = self.func.name == "main";
        let result = self.func.result;
        let value = if is_main && self.types().is_integer(result) {
            let zero = self.int_val(0, result, span);
            Some(zero)
        } else {
            None
        };
        if let Err(error) = self.emit_return(value, span) {
            self.report(error);
        }
    }

    fn lower_parameters(
        &mut self,
        function: &FnTy,
        definition: &FunctionDefinition,
        old_types: Option<Vec<(&str, Ty, Span)>>,
    ) -> Res<Vec<(Option<String>, LocalId, Ty)>> {
        let parameters = match old_types {
            Some(types) => types
                .into_iter()
                .zip(function.params.iter())
                .map(|((name, ty, span), &passed)| Parameter { name: Some(name), ty, passed, span })
                .collect(),
            None => self.new_style_parameters(function, definition),
        };
        // All locals first: parameters are the first locals, whatever their types need.
        let mut locals = Vec::new();
        for parameter in &parameters {
            let shown = parameter.name.map(display_name).unwrap_or_default();
            let local =
                self.add_local(&shown, parameter.passed, LocalRole::Parameter, parameter.span);
            locals.push(local);
        }
        let mut out = Vec::new();
        let derived = find_function(&definition.declarator);
        for (index, (parameter, &local)) in parameters.iter().zip(&locals).enumerate() {
            let mut ty = self.adjust_parameter(parameter.ty);
            // Lengths of variable arrays in the parameters are computed on entry.
            if let Some(node) = derived.and_then(|function| function.parameters.get(index))
                && self.mentions_variable(ty)
                && let Some(declarator) = &node.node.declarator
            {
                let specified = self.specifiers(&node.node.specifiers, parameter.span)?;
                let declared = self.declarator(specified.ty, declarator)?;
                ty = self.adjust_parameter(declared.ty);
            }
            if let Some(declarator) =
                derived.and_then(|f| f.parameters.get(index)?.node.declarator.as_ref())
                && let Some(size) = outermost_size(declarator)
                && super::logical::has_effects(size)
            {
                self.effect(size)?;
            }
            if !self.types().is_complete(ty) {
                let message = format!(
                    "the parameter `{}` has the incomplete type `{}`",
                    parameter.name.map(display_name).unwrap_or_default(),
                    self.display(ty)
                );
                return Err(self.error(parameter.span, message));
            }
            let mut visible = local;
            if self.types().ir(ty) != self.types().ir(parameter.passed) {
                visible = self.narrow_parameter(local, parameter, ty);
            }
            if let Some(name) = parameter.name {
                if let Some(earlier) = self.scopes.lookup_here(name) {
                    let earlier = earlier.span;
                    return Err(self.redefinition(name, parameter.span, earlier));
                }
                let kind = SymbolKind::Local(visible);
                self.scopes.declare(name, Symbol { kind, ty, span: parameter.span });
            }
            out.push((parameter.name.map(str::to_owned), visible, ty));
        }
        Ok(out)
    }

    /// An old-style parameter of a small type arrives promoted and is converted on entry.
    fn narrow_parameter(&mut self, local: LocalId, parameter: &Parameter<'_>, ty: Ty) -> LocalId {
        let span = parameter.span;
        let name = parameter.name.map(display_name).unwrap_or_default();
        let narrow = self.add_local(&name, ty, LocalRole::Variable, span);
        // The promoted copy is not the variable people know.
        self.func.locals[local.index()].name = name.into_owned();
        let passed_ir = self.types().ir(parameter.passed);
        let load = Expr::load(Place::local(local, passed_ir, span));
        let val = super::operand::Val::new(load, parameter.passed);
        let converted = self.convert(val, ty);
        let ir = self.types().ir(ty);
        self.begin_source(span, SourceKind::Parameter);
        self.emit_assign(Place::local(narrow, ir, span), converted.expr, span);
        self.func.source = self.func.implicit;
        narrow
    }

    fn mentions_variable(&mut self, ty: Ty) -> bool {
        match *self.types().kind(ty) {
            Kind::Pointer(to) => self.mentions_variable(to),
            Kind::Array { elem, .. } => {
                self.types().is_variable(ty) || self.mentions_variable(elem)
            }
            _ => false,
        }
    }

    fn new_style_parameters<'n>(
        &mut self,
        function: &FnTy,
        definition: &'n FunctionDefinition,
    ) -> Vec<Parameter<'n>> {
        let Some(derived) = find_function(&definition.declarator) else { return Vec::new() };
        let mut out = Vec::new();
        for (node, &ty) in derived.parameters.iter().zip(function.params.iter()) {
            let name = node.node.declarator.as_ref().and_then(declared_name);
            let span = match name {
                Some(name) => self.span_of(name),
                None => self.span_of(node),
            };
            let is_const = self.parameter_is_const(node);
            let ty = ty.with_const(is_const);
            let name = name.map(|name| name.node.name.as_str());
            out.push(Parameter { name, ty, passed: ty.unqualified(), span });
        }
        out
    }

    /// Top-level `const` of a parameter, which its type as part of the function's does not have.
    fn parameter_is_const(&mut self, node: &Node<lang_c::ast::ParameterDeclaration>) -> bool {
        let span = self.span_of(node);
        self.prototype_depth += 1;
        let result = self.specifiers(&node.node.specifiers, span).and_then(|specified| match &node
            .node
            .declarator
        {
            Some(declarator) => Ok(self.declarator(specified.ty, declarator)?.ty),
            None => Ok(specified.ty),
        });
        self.prototype_depth -= 1;
        result.is_ok_and(|ty| ty.is_const && !self.types().is_array(ty))
    }

    fn old_style_types<'n>(
        &mut self,
        names: &'n [Node<Identifier>],
        declarations: &'n [Node<Declaration>],
    ) -> Res<Vec<(&'n str, Ty, Span)>> {
        let mut types: Vec<Option<(Ty, Span)>> = vec![None; names.len()];
        for declaration in declarations {
            let span = self.span_of(declaration);
            let specified = self.specifiers(&declaration.node.specifiers, span)?;
            for declarator in &declaration.node.declarators {
                let declared = self.declarator(specified.ty, &declarator.node.declarator)?;
                let Some(name) = declared.name else { continue };
                let span = self.span_of(name);
                match names.iter().position(|n| n.node.name == name.node.name) {
                    Some(index) => types[index] = Some((declared.ty, span)),
                    None => {
                        let message =
                            format!("`{}` is not a parameter", display_name(&name.node.name));
                        return Err(self.error(span, message));
                    }
                }
            }
        }
        let int = self.types().int();
        let mut out = Vec::new();
        for (name, ty) in names.iter().zip(types) {
            let (ty, span) = ty.unwrap_or((int, self.span_of(name)));
            let ty = self.adjust_parameter(ty);
            out.push((name.node.name.as_str(), ty, span));
        }
        Ok(out)
    }

    pub(crate) fn check_static_functions(&mut self) {
        // A `static` function that is used but never defined cannot come from elsewhere.
        let mut missing: Vec<_> = self
            .statics
            .values()
            .map(|id| &self.world.function_infos[id.index()])
            .zip(self.statics.keys())
            .filter(|(info, _)| info.definition == Definition::Declared)
            .map(|(info, name)| (info.span, name.clone()))
            .collect();
        missing.sort();
        for (span, name) in missing {
            let message = format!("`{}` is declared static but never defined", display_name(&name));
            let error = self.error(span, message);
            self.report(error);
        }
    }

    pub(crate) fn emit_return(
        &mut self,
        value: Option<super::operand::Val>,
        span: Span,
    ) -> Res<()> {
        let value = self.check_postconditions(value, span)?;
        self.terminate(TerminatorKind::Return(value.map(|val| val.expr)), span);
        Ok(())
    }
}

/// The function part of a declarator that belongs to the declared name itself.
fn find_function(declarator: &Node<Declarator>) -> Option<&lang_c::ast::FunctionDeclarator> {
    if let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node
        && let Some(function) = find_function(inner)
    {
        return Some(function);
    }
    // The suffix next to the name is what the name is.
    let suffix = declarator
        .node
        .derived
        .iter()
        .find(|derived| !matches!(derived.node, DerivedDeclarator::Pointer(_)))?;
    match &suffix.node {
        DerivedDeclarator::Function(function) => Some(&function.node),
        _ => None,
    }
}

/// The length expression of a parameter that is written as an array. Only its effects count: the
/// parameter is a pointer.
fn outermost_size(declarator: &Node<Declarator>) -> Option<&Node<Expression>> {
    let DeclaratorKind::Identifier(_) = declarator.node.kind.node else { return None };
    let is_suffix =
        |derived: &&Node<DerivedDeclarator>| !matches!(derived.node, DerivedDeclarator::Pointer(_));
    match &declarator.node.derived.iter().find(is_suffix)?.node {
        DerivedDeclarator::Array(array) => match &array.node.size {
            ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) => Some(size),
            ArraySize::Unknown | ArraySize::VariableUnknown => None,
        },
        _ => None,
    }
}

/// Parameter names of an old-style definition.
fn find_old_style(declarator: &Node<Declarator>) -> Option<&[Node<Identifier>]> {
    if let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node
        && let Some(names) = find_old_style(inner)
    {
        return Some(names);
    }
    declarator.node.derived.iter().find_map(|derived| match &derived.node {
        DerivedDeclarator::KRFunction(names) => Some(names.as_slice()),
        _ => None,
    })
}

pub(super) fn declared_name(declarator: &Node<Declarator>) -> Option<&Node<Identifier>> {
    match &declarator.node.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(name),
        DeclaratorKind::Declarator(inner) => declared_name(inner),
    }
}

/// Names of the parameters of a function declarator, for contracts.
pub(super) fn parameter_names(declarator: &Node<Declarator>) -> Vec<Option<String>> {
    if let Some(names) = find_old_style(declarator) {
        return names.iter().map(|name| Some(name.node.name.clone())).collect();
    }
    let Some(function) = find_function(declarator) else { return Vec::new() };
    let name_of = |node: &Node<lang_c::ast::ParameterDeclaration>| {
        let name = node.node.declarator.as_ref().and_then(declared_name)?;
        Some(name.node.name.clone())
    };
    function.parameters.iter().map(name_of).collect()
}

/// The name of the function that a definition defines.
pub(crate) fn declared_function_name(definition: &FunctionDefinition) -> Option<&str> {
    declared_name(&definition.declarator).map(|name| name.node.name.as_str())
}

pub(crate) fn is_static_definition(definition: &FunctionDefinition) -> bool {
    definition.specifiers.iter().any(|specifier| match &specifier.node {
        DeclarationSpecifier::StorageClass(class) => class.node == StorageClassSpecifier::Static,
        _ => false,
    })
}

/// Which names stand under `&` or are assigned somewhere in a function?
#[derive(Default)]
struct Changes {
    address_taken: FxHashSet<String>,
    assigned: FxHashSet<String>,
}

impl Changes {
    fn collect(body: &Node<Statement>) -> Changes {
        let mut visitor = Changes::default();
        visitor.visit_statement(&body.node, &body.span);
        visitor
    }

    /// The variable that a path of members starts from. Behind a pointer it is another object, and
    /// arrays need no marking: they are always in memory.
    fn root(expr: &Node<Expression>) -> Option<String> {
        match &expr.node {
            Expression::Identifier(name) => Some(display_name(&name.node.name).into_owned()),
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                Changes::root(&member.node.expression)
            }
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Changes {
    fn visit_binary_operator_expression(
        &mut self,
        node: &'ast BinaryOperatorExpression,
        span: &'ast NodeSpan,
    ) {
        if super::logical::is_assignment(&node.operator.node) {
            self.assigned.extend(Changes::root(&node.lhs));
        }
        visit::visit_binary_operator_expression(self, node, span);
    }

    fn visit_unary_operator_expression(
        &mut self,
        node: &'ast UnaryOperatorExpression,
        span: &'ast NodeSpan,
    ) {
        match node.operator.node {
            UnaryOperator::Address => self.address_taken.extend(Changes::root(&node.operand)),
            UnaryOperator::PostIncrement
            | UnaryOperator::PostDecrement
            | UnaryOperator::PreIncrement
            | UnaryOperator::PreDecrement => self.assigned.extend(Changes::root(&node.operand)),
            _ => {}
        }
        visit::visit_unary_operator_expression(self, node, span);
    }
}
