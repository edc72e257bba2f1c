//! The dispatch over C expressions, and the expressions that need no operator: names, literals,
//! members, sizes, generic selections, statement expressions.

use lang_c::ast::{
    BinaryOperator, BlockItem, Constant as AstConstant, Expression, GenericAssociation,
    GenericSelection, Statement, UnaryOperator,
};
use lang_c::span::Node;
use whydunit_program::{
    Expr, ExprKind, Global, GlobalId, GlobalInit, InitValue, Place, PlaceBase, SourceKind,
};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::world::{Definition, GlobalInfo};
use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, Kind, Ty};
use crate::sema::literal;
use crate::sema::scope::SymbolKind;

impl Unit<'_> {
    /// Lowers an expression to a value.
    pub(crate) fn value(&mut self, expr: &Node<Expression>) -> Res<Val> {
        let operand = self.operand(expr)?;
        self.value_of(operand)
    }

    /// Lowers an expression to a scalar value.
    pub(crate) fn scalar(&mut self, expr: &Node<Expression>, what: &str) -> Res<Val> {
        let val = self.value(expr)?;
        self.require_scalar(&val, what)?;
        Ok(val)
    }

    /// The type of an expression that is not evaluated.
    pub(crate) fn type_of(&mut self, expr: &Node<Expression>) -> Res<Operand> {
        self.without_effects(|unit| unit.operand(expr))
    }

    pub(crate) fn operand(&mut self, expr: &Node<Expression>) -> Res<Operand> {
        let span = self.span_of_expr(expr);
        match &expr.node {
            Expression::Identifier(name) => self.identifier(&name.node.name, span),
            Expression::Constant(constant) => {
                self.constant(&constant.node, span).map(Operand::value)
            }
            Expression::StringLiteral(tokens) => self.string_literal(&tokens.node, span),
            Expression::GenericSelection(selection) => self.generic(&selection.node, span),
            Expression::Member(member) => self.member(&member.node, span),
            Expression::Call(call) => self.call_operand(call, span),
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, span),
            Expression::SizeOfTy(size_of) => {
                let ty = self.type_name(&size_of.node.0)?;
                self.size_value(ty, span).map(Operand::value)
            }
            Expression::SizeOfVal(size_of) => {
                let operand = self.type_of(&size_of.node.0)?;
                if operand.bits.is_some() {
                    return Err(self.error(span, "`sizeof` of a bit-field"));
                }
                self.size_value(operand.ty, span).map(Operand::value)
            }
            Expression::AlignOf(align_of) => {
                let (ty, attributes) = self.type_name_with_attributes(&align_of.node.0)?;
                let natural = self.types().align_of(ty);
                let align = natural.max(attributes.align.unwrap_or(1));
                let size_t = self.types().size();
                Ok(Operand::value(self.int_val(i128::from(align), size_t, span)))
            }
            Expression::UnaryOperator(unary) => {
                let operand = &unary.node.operand;
                match unary.node.operator.node {
                    UnaryOperator::Address => self.address_of(operand, span).map(Operand::value),
                    UnaryOperator::Indirection => {
                        let pointer = self.value(operand)?;
                        self.dereference(pointer, span)
                    }
                    UnaryOperator::PostIncrement
                    | UnaryOperator::PostDecrement
                    | UnaryOperator::PreIncrement
                    | UnaryOperator::PreDecrement => {
                        let operator = &unary.node.operator.node;
                        self.increment(operator, operand, true, span).map(Operand::value)
                    }
                    _ => self.unary(&unary.node, span).map(Operand::value),
                }
            }
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name)?;
                let val = self.cast_expression(&cast.node.expression, ty, span)?;
                Ok(self.operand_of_val(val))
            }
            Expression::BinaryOperator(binary) => {
                let node = &binary.node;
                match node.operator.node {
                    BinaryOperator::Index => self.index(&node.lhs, &node.rhs, span),
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                        self.logical(node, span).map(Operand::value)
                    }
                    BinaryOperator::Assign => self.assign(&node.lhs, &node.rhs, true, span),
                    BinaryOperator::AssignMultiply
                    | BinaryOperator::AssignDivide
                    | BinaryOperator::AssignModulo
                    | BinaryOperator::AssignPlus
                    | BinaryOperator::AssignMinus
                    | BinaryOperator::AssignShiftLeft
                    | BinaryOperator::AssignShiftRight
                    | BinaryOperator::AssignBitwiseAnd
                    | BinaryOperator::AssignBitwiseXor
                    | BinaryOperator::AssignBitwiseOr => {
                        self.compound_assign(node, true, span).map(Operand::value)
                    }
                    _ => self.binary(node, span).map(Operand::value),
                }
            }
            Expression::Conditional(conditional) => self.conditional(&conditional.node, span),
            Expression::Comma(parts) => {
                let Some((last, first)) = parts.split_last() else {
                    return Err(self.error(span, "empty expression"));
                };
                for part in first {
                    self.effect(part)?;
                }
                // A comma expression is not an lvalue; records keep their place.
                let operand = self.operand(last)?;
                if self.types().is_void(operand.ty) {
                    return Ok(operand);
                }
                let val = self.value_of(operand)?;
                Ok(self.operand_of_val(val))
            }
            Expression::OffsetOf(offset_of) => {
                self.offset_of(&offset_of.node, span).map(Operand::value)
            }
            Expression::VaArg(va_arg) => self.va_arg(&va_arg.node, span),
            Expression::Statement(statement) => self.statement_expression(statement, span),
        }
    }

    /// Lowers an expression for its effects only.
    pub(crate) fn effect(&mut self, expr: &Node<Expression>) -> Res<()> {
        let span = self.span_of_expr(expr);
        match &expr.node {
            Expression::Call(call) => self.call_effect(call, span),
            Expression::Comma(parts) => parts.iter().try_for_each(|part| self.effect(part)),
            Expression::UnaryOperator(unary)
                if matches!(
                    unary.node.operator.node,
                    UnaryOperator::PostIncrement
                        | UnaryOperator::PostDecrement
                        | UnaryOperator::PreIncrement
                        | UnaryOperator::PreDecrement
                ) =>
            {
                let operator = &unary.node.operator.node;
                self.increment(operator, &unary.node.operand, false, span).map(drop)
            }
            Expression::BinaryOperator(binary) => {
                let node = &binary.node;
                match node.operator.node {
                    BinaryOperator::Assign => {
                        self.assign(&node.lhs, &node.rhs, false, span).map(drop)
                    }
                    BinaryOperator::AssignMultiply
                    | BinaryOperator::AssignDivide
                    | BinaryOperator::AssignModulo
                    | BinaryOperator::AssignPlus
                    | BinaryOperator::AssignMinus
                    | BinaryOperator::AssignShiftLeft
                    | BinaryOperator::AssignShiftRight
                    | BinaryOperator::AssignBitwiseAnd
                    | BinaryOperator::AssignBitwiseXor
                    | BinaryOperator::AssignBitwiseOr => {
                        self.compound_assign(node, false, span).map(drop)
                    }
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                        self.logical_effect(node, span)
                    }
                    _ => self.discarded(expr),
                }
            }
            Expression::Conditional(conditional) => {
                self.conditional_effect(&conditional.node, span)
            }
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name)?;
                if self.types().is_void(ty) {
                    return self.effect(&cast.node.expression);
                }
                self.discarded(expr)
            }
            Expression::Statement(statement) => self.statement_expression_effect(statement, span),
            _ => self.discarded(expr),
        }
    }

    /// A value nobody uses. What it reads would still be checked by a run, but C implementations do
    /// not read it; only its side effects remain, except for volatile accesses, which count.
    fn discarded(&mut self, expr: &Node<Expression>) -> Res<()> {
        let operand = self.operand(expr)?;
        let is_volatile = operand.ty.is_volatile;
        let is_access = match &operand.kind {
            OperandKind::Place(place) => {
                is_volatile || matches!(place.base, PlaceBase::Deref(_)) || !place.path.is_empty()
            }
            OperandKind::Value(value) => !matches!(value.kind, ExprKind::Int(_)),
            OperandKind::VariableArray(_) | OperandKind::Function(_) => false,
        };
        let types = self.types();
        if !is_access || types.is_void(operand.ty) || !types.is_scalar(operand.ty) {
            return Ok(());
        }
        // Evaluated into a temporary so that undefined behaviour in it is still met.
        let val = self.value_of(operand)?;
        let span = val.span();
        let place = self.temporary(val.ty, span);
        self.emit_assign(place, val.expr, span);
        Ok(())
    }

    /// Wraps a value back into an operand; a record value keeps being a place.
    pub(crate) fn operand_of_val(&mut self, val: Val) -> Operand {
        let span = val.span();
        match val.expr.kind {
            ExprKind::Load(place) if self.types().is_record(val.ty) => {
                Operand { kind: OperandKind::Place(place), ty: val.ty, bits: None, span }
            }
            _ => Operand::value(val),
        }
    }

    pub(crate) fn identifier(&mut self, name: &str, span: Span) -> Res<Operand> {
        let Some(symbol) = self.scopes.lookup(name).cloned() else {
            return match name {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" if self.func.id.is_some() => {
                    Ok(self.function_name(span))
                }
                _ if self.world.library_types.contains_key(name) && self.is_builtin(name) => {
                    self.library_function(name, span)
                }
                _ => Err(self.undeclared(span, name)),
            };
        };
        let ty = symbol.ty;
        match symbol.kind {
            SymbolKind::Local(local) => {
                let ir = self.func.locals[local.index()].ty;
                Ok(Operand::place(Place::local(local, ir, span), ty))
            }
            SymbolKind::VariableArray(local) => {
                let ir = self.func.locals[local.index()].ty;
                let load = Expr::load(Place::local(local, ir, span));
                Ok(Operand { kind: OperandKind::VariableArray(load), ty, bits: None, span })
            }
            SymbolKind::Global(global) => {
                self.world.global_infos[global.index()].is_referenced = true;
                // Another declaration may have completed the type since.
                let ty = self.world.types.composite(ty, self.world.global_infos[global.index()].ty);
                let ir = self.types().ir(ty);
                Ok(Operand::place(Place::global(global, ir, span), ty))
            }
            SymbolKind::EnumConstant(value) => Ok(Operand::value(self.int_val(value, ty, span))),
            SymbolKind::Function { is_static } => {
                let id = self.function_reference(name, ty, is_static, span);
                Ok(self.function_operand(id, ty, span))
            }
            SymbolKind::Typedef { .. } => {
                Err(self.error(span, format!("`{name}` is a type, not a value")))
            }
        }
    }

    pub(crate) fn function_operand(
        &mut self,
        id: whydunit_program::FunctionId,
        ty: Ty,
        span: Span,
    ) -> Operand {
        let pointer = self.types().pointer(ty);
        let ir = self.types().ir(pointer);
        let expr = Expr::new(ExprKind::FunctionAddr(id), ir, span);
        Operand { kind: OperandKind::Function(expr), ty, bits: None, span }
    }

    fn function_name(&mut self, span: Span) -> Operand {
        let mut bytes = self.func.name.clone().into_bytes();
        bytes.push(0);
        let id = match self.func.func_name {
            Some(id) => id,
            None => {
                let id = self.literal_global(&bytes, bytes.len() as u64, 1, span);
                self.func.func_name = Some(id);
                id
            }
        };
        let ty = self.world.global_infos[id.index()].ty;
        let ir = self.types().ir(ty);
        Operand::place(Place::global(id, ir, span), ty)
    }

    pub(crate) fn constant(&mut self, constant: &AstConstant, span: Span) -> Res<Val> {
        match constant {
            AstConstant::Integer(integer) => {
                if integer.suffix.imaginary {
                    return self.unsupported_value("complex numbers", span);
                }
                let target = self.types().target();
                match literal::integer(integer, target) {
                    Some((value, int)) => {
                        let ty = self.types().integer(int);
                        Ok(self.int_val(value, ty, span))
                    }
                    None => Err(self.error(span, "integer constant is too large for its type")),
                }
            }
            AstConstant::Float(float) => {
                if float.suffix.imaginary {
                    return self.unsupported_value("complex numbers", span);
                }
                match literal::float(float) {
                    Some((value, kind)) => {
                        let ty = self.types().intern(Kind::Float(kind));
                        let ir = self.types().ir(ty);
                        Ok(Val::new(Expr::new(ExprKind::Float(value), ir, span), ty))
                    }
                    None => self.unsupported_value("this kind of floating constant", span),
                }
            }
            AstConstant::Character(token) => match literal::character(token) {
                Some((value, int)) => {
                    let ty = self.types().integer(int);
                    Ok(self.int_val(value, ty, span))
                }
                None => Err(self.error(span, "malformed character constant")),
            },
        }
    }

    pub(crate) fn string_literal(&mut self, tokens: &[String], span: Span) -> Res<Operand> {
        let Some((encoding, mut units)) = literal::string(tokens) else {
            return Err(self.error(span, "malformed string literal"));
        };
        units.push(0);
        let elem = self.types().integer(encoding.element());
        let width = self.types().size_of(elem).unwrap_or(1);
        let bytes = encode_units(&units, width);
        let id = self.literal_global(&bytes, units.len() as u64, width, span);
        let ty = self.types().array(elem, ArrayLen::Known(units.len() as u64));
        self.world.set_global_type(id, ty);
        let ir = self.types().ir(ty);
        Ok(Operand::place(Place::global(id, ir, span), ty))
    }

    /// A hidden global with the bytes of a literal; of `char` elements unless retyped.
    pub(crate) fn literal_global(
        &mut self,
        bytes: &[u8],
        len: u64,
        width: u64,
        span: Span,
    ) -> GlobalId {
        let char_ty = self.types().integer(crate::sema::ctype::IntTy::Char);
        let ty = self.types().array(char_ty, ArrayLen::Known(len * width));
        let ir = self.types().ir(ty);
        let init = vec![GlobalInit { offset: 0, value: InitValue::Bytes(bytes.to_vec()) }];
        self.world.add_global(
            Global {
                name: String::new(),
                ty: ir,
                span,
                declaration: span,
                is_const: true,
                is_literal: true,
                owner: None,
                is_undefined: false,
                init,
            },
            GlobalInfo::new(ty, Definition::Defined(span)),
        )
    }

    fn generic(&mut self, selection: &GenericSelection, span: Span) -> Res<Operand> {
        let controlling = self.without_effects(|unit| unit.value(&selection.expression))?;
        let ty = controlling.ty.unqualified();
        let mut chosen = None;
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Type(case) => {
                    let case_ty = self.type_name(&case.node.type_name)?;
                    let same_quals = !case_ty.is_const && !case_ty.is_volatile;
                    if same_quals && self.types().compatible(case_ty, ty) {
                        return self.operand(&case.node.expression);
                    }
                }
                GenericAssociation::Default(expression) => chosen = Some(expression),
            }
        }
        match chosen {
            Some(expression) => self.operand(expression),
            None => {
                let message =
                    format!("no association of `_Generic` fits the type `{}`", self.display(ty));
                Err(self.error(span, message))
            }
        }
    }

    /// `({ ...; value; })`
    fn statement_expression(&mut self, statement: &Node<Statement>, span: Span) -> Res<Operand> {
        let Statement::Compound(items) = &statement.node else {
            return Err(self.error(span, "malformed statement expression"));
        };
        let source = self.func.source;
        self.enter_scope();
        let result = self.statement_expression_items(items, span);
        self.func.source = source;
        self.leave_scope(span);
        result
    }

    fn statement_expression_items(
        &mut self,
        items: &[Node<BlockItem>],
        span: Span,
    ) -> Res<Operand> {
        let Some((Node { node: BlockItem::Statement(last), .. }, first)) = items.split_last()
        else {
            self.block_items(items);
            return Ok(Operand::value(self.void_val(span)));
        };
        self.block_items(first);
        let mut last = last;
        while let Statement::Labeled(labeled) = &last.node {
            let label_span = self.span_of(labeled);
            self.label(&labeled.node, label_span)?;
            last = &labeled.node.statement;
        }
        let Statement::Expression(Some(last)) = &last.node else {
            self.statement(last)?;
            return Ok(Operand::value(self.void_val(span)));
        };
        let last_span = self.span_of(last);
        self.begin_source(last_span, SourceKind::Expression);
        let operand = self.operand(last)?;
        if self.types().is_void(operand.ty) {
            return Ok(operand);
        }
        // Kept before the block's variables die.
        let val = self.value_of(operand)?;
        let kept = self.in_temporary(val);
        Ok(self.operand_of_val(kept))
    }

    fn statement_expression_effect(&mut self, statement: &Node<Statement>, span: Span) -> Res<()> {
        let Statement::Compound(items) = &statement.node else {
            return Err(self.error(span, "malformed statement expression"));
        };
        let source = self.func.source;
        self.enter_scope();
        self.block_items(items);
        self.func.source = source;
        self.leave_scope(span);
        Ok(())
    }
}

/// Little-endian bytes of string elements.
pub(crate) fn encode_units(units: &[u32], width: u64) -> Vec<u8> {
    units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(width as usize)).collect()
}
