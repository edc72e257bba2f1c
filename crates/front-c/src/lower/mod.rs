//! From C syntax trees to the program representation.
//!
//! A [`Unit`] lowers one translation unit into the [`World`] that all units of a program share. The
//! representation's expressions have no side effects, so lowering an expression emits statements for
//! its effects (calls, assignments, increments) and returns what is left as a pure expression.
//! Operands are evaluated from left to right; when the effects of a later operand could change what an
//! earlier one reads, the earlier value is kept in a temporary (see `order`).

mod aggregate;
mod assign;
mod builder;
mod builtin;
mod call;
mod convert;
mod declaration;
mod declarator;
mod declared;
mod expr;
mod finish;
mod function;
mod initialiser;
mod jump;
mod logical;
mod member;
mod named_constant;
mod operand;
mod operator;
mod order;
mod overflow;
mod pointer;
mod record;
mod spec;
mod spec_expr;
mod special;
mod specifier;
mod static_init;
mod stmt;
#[cfg(test)]
mod tests;
mod world;

use std::path::Path;

use lang_c::ast::{Expression, ExternalDeclaration, TranslationUnit};
use lang_c::span::Node;
use rustc_hash::FxHashMap;
use whydunit_program::FunctionId;
use whydunit_source::Span;

use crate::sema::constant::{Constant, Evaluator};
use crate::sema::ctype::{Ty, Types};
use crate::sema::scope::Scopes;
use crate::text::{Prepared, declared_by};
use whydunit_source::Diagnostic;

pub(crate) use builder::FnState;
pub(crate) use builtin::intrinsic_type;
pub(crate) use call::OUTSIDE;
pub(crate) use function::{declared_function_name, is_static_definition};
pub(crate) use world::{ExternalName, World};

/// A failed lowering step: the diagnostic to show for it.
pub(crate) type Res<T> = Result<T, Box<Diagnostic>>;

/// One translation unit being lowered.
pub(crate) struct Unit<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) text: &'a Prepared,
    pub(crate) scopes: Scopes,
    pub(crate) func: FnState,
    /// Values of the `constexpr` objects of static storage.
    constants: FxHashMap<whydunit_program::GlobalId, Constant>,
    /// `static` functions of this unit, by name.
    statics: FxHashMap<String, FunctionId>,
    /// Part of the C library rather than of the program.
    pub(crate) is_library: bool,
    /// Constructs that we do not support, so far.
    pub(crate) limits_met: usize,
    /// Depth of prototypes being read, where array sizes are not evaluated.
    prototype_depth: u32,
    /// Annotations before this index have been attached to a declaration or passed by.
    next_annotation: usize,
}

impl<'a> Unit<'a> {
    pub(crate) fn new(world: &'a mut World, text: &'a Prepared, is_library: bool) -> Unit<'a> {
        let void = world.types.void();
        Unit {
            world,
            text,
            scopes: Scopes::new(),
            func: FnState::new(void),
            constants: FxHashMap::default(),
            statics: FxHashMap::default(),
            is_library,
            limits_met: 0,
            prototype_depth: 0,
            next_annotation: 0,
        }
    }

    /// Lowers everything in the unit; errors are collected in the world.
    pub(crate) fn lower(&mut self, unit: &TranslationUnit) {
        for external in &unit.0 {
            let result = match &external.node {
                ExternalDeclaration::Declaration(declaration) => {
                    self.attach_contract(declaration);
                    self.file_declaration(declaration)
                }
                ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
                ExternalDeclaration::FunctionDefinition(definition) => {
                    self.function_definition(definition)
                }
            };
            if let Err(diagnostic) = result {
                self.report(diagnostic);
            }
        }
        self.check_static_functions();
        self.finish_tentative();
        self.contracts_as_bodies();
    }

    pub(crate) fn types(&mut self) -> &mut Types {
        &mut self.world.types
    }

    /// The original place of a syntax node.
    pub(crate) fn span_of<T>(&self, node: &Node<T>) -> Span {
        self.text.span(node.span.start, node.span.end)
    }

    /// The original place of an expression, without parentheses around it.
    pub(crate) fn span_of_expr(&self, expr: &Node<Expression>) -> Span {
        let span = match &expr.node {
            Expression::Identifier(node) => node.span,
            Expression::Constant(node) => node.span,
            Expression::StringLiteral(node) => node.span,
            Expression::GenericSelection(node) => node.span,
            Expression::Member(node) => node.span,
            Expression::Call(node) => node.span,
            Expression::CompoundLiteral(node) => node.span,
            Expression::SizeOfTy(node) => node.span,
            Expression::SizeOfVal(node) => node.span,
            Expression::AlignOf(node) => node.span,
            Expression::UnaryOperator(node) => node.span,
            Expression::Cast(node) => node.span,
            Expression::BinaryOperator(node) => node.span,
            Expression::Conditional(node) => node.span,
            Expression::OffsetOf(node) => node.span,
            Expression::VaArg(node) => node.span,
            Expression::Statement(_) | Expression::Comma(_) => expr.span,
        };
        self.text.span(span.start, span.end)
    }

    pub(crate) fn span_between<T, U>(&self, first: &Node<T>, last: &Node<U>) -> Span {
        self.text.span(first.span.start, last.span.end)
    }

    pub(crate) fn error(&self, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(message).at(&self.world.sources, span))
    }

    /// Nothing declares this name here.
    pub(crate) fn undeclared(&self, span: Span, name: &str) -> Box<Diagnostic> {
        let error = self.error(span, format!("`{name}` is not declared here"));
        let file = self.world.sources.file(span.file).name();
        // Looking around takes time, and one hint is enough to see what is wrong.
        let is_first = self.world.errors.is_empty();
        match is_first.then(|| declared_by(name, Path::new(file))).flatten() {
            Some(note) => Box::new(error.note(note)),
            None => error,
        }
    }

    pub(crate) fn warn(&mut self, span: Span, message: impl Into<String>) {
        if !self.is_library {
            let diagnostic = Diagnostic::warning(message).at(&self.world.sources, span);
            self.world.warnings.push(diagnostic);
        }
    }

    #[expect(clippy::boxed_local, reason = "errors travel boxed, because results carry them")]
    pub(crate) fn report(&mut self, diagnostic: Box<Diagnostic>) {
        self.world.errors.push(*diagnostic);
    }

    pub(crate) fn evaluate(&self, expr: &whydunit_program::Expr) -> Option<Constant> {
        let evaluator = Evaluator { types: &self.world.types.table, globals: &self.world.globals };
        evaluator.evaluate(expr)
    }

    pub(crate) fn evaluate_int(&self, expr: &whydunit_program::Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn display(&self, ty: Ty) -> String {
        self.world.types.display(ty)
    }
}
