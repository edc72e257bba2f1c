//! Declarators and type names: which type does this declare?

use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression,
    FunctionDeclarator, Identifier, PointerQualifier, TypeName, TypeQualifier,
};
use lang_c::span::Node;
use whydunit_program::LocalRole;
use whydunit_source::Span;

use super::specifier::Attributes;
use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, FnTy, Kind, Ty};
use crate::sema::scope::{Symbol, SymbolKind};

/// One declarator read.
#[derive(Debug)]
pub(crate) struct Declared<'n> {
    pub(crate) name: Option<&'n Node<Identifier>>,
    pub(crate) ty: Ty,
}

impl Unit<'_> {
    pub(crate) fn type_name(&mut self, name: &Node<TypeName>) -> Res<Ty> {
        Ok(self.type_name_with_attributes(name)?.0)
    }

    pub(crate) fn type_name_with_attributes(
        &mut self,
        name: &Node<TypeName>,
    ) -> Res<(Ty, Attributes)> {
        let span = self.span_of(name);
        let (base, attributes) = self.specifier_qualifiers(&name.node.specifiers, span)?;
        match &name.node.declarator {
            // The alignment of a typedef is not that of pointers to it.
            Some(declarator) => {
                let kept = Attributes { is_static: attributes.is_static, ..Attributes::default() };
                Ok((self.declarator(base, declarator)?.ty, kept))
            }
            None => Ok((base, attributes)),
        }
    }

    /// Applies a declarator to the type of its specifiers.
    pub(crate) fn declarator<'n>(
        &mut self,
        base: Ty,
        declarator: &'n Node<Declarator>,
    ) -> Res<Declared<'n>> {
        let span = self.span_of(declarator);
        let mut ty = base;
        let is_pointer = |derived: &&Node<DerivedDeclarator>| {
            matches!(derived.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
        };
        let derived = &declarator.node.derived;
        for pointer in derived.iter().filter(is_pointer) {
            ty = self.types().pointer(ty);
            let DerivedDeclarator::Pointer(qualifiers) = &pointer.node else { continue };
            for qualifier in qualifiers {
                if let PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
                    match qualifier.node {
                        TypeQualifier::Const => ty.is_const = true,
                        TypeQualifier::Volatile => ty.is_volatile = true,
                        _ => {}
                    }
                }
            }
        }
        for suffix in derived.iter().rev().filter(|derived| !is_pointer(derived)) {
            ty = match &suffix.node {
                DerivedDeclarator::Array(array) => self.array_of(ty, &array.node.size, span)?,
                DerivedDeclarator::Function(function) => {
                    self.function_returning(ty, &function.node, span)?
                }
                _ => {
                    self.check_result(ty, span)?;
                    self.types().function(FnTy {
                        result: ty.unqualified(),
                        params: [].into(),
                        variadic: false,
                        prototyped: false,
                    })
                }
            };
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Declared { name: None, ty }),
            DeclaratorKind::Identifier(name) => Ok(Declared { name: Some(name), ty }),
            DeclaratorKind::Declarator(inner) => self.declarator(ty, inner),
        }
    }

    fn array_of(&mut self, elem: Ty, size: &ArraySize, span: Span) -> Res<Ty> {
        if self.types().is_function(elem) || self.types().is_void(elem) {
            let message = format!("array of `{}`", self.display(elem));
            return Err(self.error(span, message));
        }
        if !self.types().is_complete(elem) && self.prototype_depth == 0 {
            let message = format!("the elements have the incomplete type `{}`", self.display(elem));
            return Err(self.error(span, message));
        }
        let len = match size {
            ArraySize::Unknown => ArrayLen::Unknown,
            ArraySize::VariableUnknown => self.types().fresh_variable_len(),
            ArraySize::VariableExpression(expr) | ArraySize::StaticExpression(expr) => {
                self.array_len(expr)?
            }
        };
        Ok(self.types().array(elem, len))
    }

    fn array_len(&mut self, expr: &Node<Expression>) -> Res<ArrayLen> {
        let span = self.span_of(expr);
        if let Some(len) = self.constant_value(expr) {
            return match u64::try_from(len) {
                Ok(len) if len <= i64::MAX as u64 => Ok(ArrayLen::Known(len)),
                _ => Err(self.error(span, format!("an array cannot have {len} elements"))),
            };
        }
        if self.prototype_depth > 0 {
            return Ok(self.types().fresh_variable_len());
        }
        let len = self.value(expr)?;
        if !self.types().is_integer(len.ty) {
            return Err(self.error(span, "the length of an array must be an integer"));
        }
        if self.func.id.is_none() {
            return Err(
                self.error(span, "the length of an array outside a function must be constant")
            );
        }
        // A negative length must stay recognisable, so the sign is kept where `size_t` has room.
        let size_t = self.types().size();
        let len = self.convert(len, size_t);
        let local = self.add_local("", size_t, LocalRole::Temporary, span);
        let ir = self.types().ir(size_t);
        let place = whydunit_program::Place::local(local, ir, span);
        self.emit_assign(place, len.expr, span);
        let variable = self.types().fresh_variable_len();
        if let ArrayLen::Variable(id) = variable {
            self.func.variable_lengths.insert(id, local);
        }
        Ok(variable)
    }

    fn check_result(&mut self, result: Ty, span: Span) -> Res<()> {
        if self.types().is_array(result) || self.types().is_function(result) {
            let message = format!("a function cannot return `{}`", self.display(result));
            return Err(self.error(span, message));
        }
        Ok(())
    }

    fn function_returning(
        &mut self,
        result: Ty,
        function: &FunctionDeclarator,
        span: Span,
    ) -> Res<Ty> {
        self.check_result(result, span)?;
        self.scopes.enter();
        self.prototype_depth += 1;
        let locals = self.func.locals.len();
        let params = self.parameter_types(function);
        self.func.locals.truncate(locals);
        self.prototype_depth -= 1;
        self.scopes.leave();
        let params = params?;
        let variadic = function.ellipsis == Ellipsis::Some;
        // `f()` is written without parameters; `f(void)` has one of type void.
        let prototyped = !function.parameters.is_empty();
        let is_void_list = matches!(params.as_slice(), [one] if self.types().is_void(*one));
        let params = if is_void_list { Vec::new() } else { params };
        Ok(self.types().function(FnTy {
            result: result.unqualified(),
            params: params.into(),
            variadic,
            prototyped,
        }))
    }

    fn parameter_types(&mut self, function: &FunctionDeclarator) -> Res<Vec<Ty>> {
        let mut params = Vec::new();
        for parameter in &function.parameters {
            let span = self.span_of(parameter);
            let specified = self.specifiers(&parameter.node.specifiers, span)?;
            let mut ty = specified.ty;
            if let Some(declarator) = &parameter.node.declarator {
                let declared = self.declarator(ty, declarator)?;
                ty = declared.ty;
                if let Some(name) = declared.name {
                    // Known by name to the sizes of later parameters, but not to be evaluated.
                    let adjusted = self.adjust_parameter(ty);
                    self.declare_phantom(&name.node.name, adjusted, span);
                }
            }
            let ty = self.adjust_parameter(ty);
            params.push(ty.unqualified());
        }
        Ok(params)
    }

    /// A parameter of a prototype: `sizeof` and `typeof` in later parameters may mention it. Its
    /// value is never used, because lengths in prototypes are not evaluated.
    fn declare_phantom(&mut self, name: &str, ty: Ty, span: Span) {
        let local = self.add_local("", ty, LocalRole::Temporary, span);
        let kind = SymbolKind::Local(local);
        self.scopes.declare(name, Symbol { kind, ty, span });
    }

    /// Arrays and functions as parameters are pointers.
    pub(crate) fn adjust_parameter(&mut self, ty: Ty) -> Ty {
        match *self.types().kind(ty) {
            Kind::Array { elem, .. } => self.types().pointer(elem.with_quals_of(ty)),
            Kind::Function(_) => self.types().pointer(ty),
            _ => ty,
        }
    }

    /// The value of an integer constant expression.
    pub(crate) fn constant_expression(&mut self, expr: &Node<Expression>, what: &str) -> Res<i128> {
        let span = self.span_of(expr);
        let val = self.without_effects(|unit| unit.value(expr))?;
        match self.evaluate_int(&val.expr) {
            Some(value) if self.types().is_integer(val.ty) => Ok(value),
            _ => Err(self.error(span, format!("{what} must be an integer constant"))),
        }
    }

    pub(crate) fn static_assert(&mut self, node: &Node<lang_c::ast::StaticAssert>) -> Res<()> {
        let value = self.constant_expression(&node.node.expression, "a static assertion")?;
        if value != 0 {
            return Ok(());
        }
        let message = crate::sema::literal::string(&node.node.message.node).map(|(_, units)| {
            let bytes: Vec<u8> = units.into_iter().map(|unit| unit as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let span = self.span_of(&node.node.expression);
        let message = message.unwrap_or_default();
        Err(self.error(span, format!("static assertion failed: {message}")))
    }
}
