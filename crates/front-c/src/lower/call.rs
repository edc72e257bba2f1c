//! Calls: finding the callee, passing the arguments, receiving the result.

use lang_c::ast::{CallExpression, Expression, VaArgExpression};
use lang_c::span::Node;
use whydunit_program::{Callee, Expr, ExprKind, FunctionId, InputOrigin, Place, StmtKind};
use whydunit_source::Span;

use super::assign::Target;
use super::builder::Mark;
use super::operand::{Operand, OperandKind, Val};
use super::order::Writes;
use super::world::ExternalName;
use super::{Res, Unit};
use crate::library::{self, FileUse};
use crate::sema::ctype::{FnTy, Kind, Ty};
use crate::sema::scope::{Symbol, SymbolKind};
use crate::text::display_name;

/// In the C library: an answer of the system to the function whose name follows. The argument is what it is where nothing is given.
pub(crate) const OUTSIDE: &str = "__whydunit_outside_";
/// In the C library: a random number, of the function whose name follows.
const RANDOM: &str = "__whydunit_random_";

/// A call whose arguments are lowered.
pub(super) struct PreparedCall {
    callee: Callee,
    args: Vec<Expr>,
    result: Ty,
}

impl Unit<'_> {
    /// A call whose value is used (unless it is void).
    pub(crate) fn call_operand(&mut self, call: &Node<CallExpression>, span: Span) -> Res<Operand> {
        if let Some(name) = self.called_name(&call.node) {
            if let Some(operand) = self.special_call(&name, &call.node, span)? {
                return Ok(operand);
            }
            if let Some(ty) = self.input_type(&name) {
                let place = self.temporary(ty, span);
                self.emit_input(&name, &call.node, place.clone(), span);
                return Ok(self.operand_of_place(place, ty));
            }
        }
        let prepared = self.prepare_call(&call.node, span)?;
        if self.types().is_void(prepared.result) {
            self.emit_call(None, prepared, span);
            return Ok(Operand::value(self.void_val(span)));
        }
        let ty = prepared.result.unqualified();
        self.check_complete_result(ty, span)?;
        let place = self.temporary(ty, span);
        self.emit_call(Some(place.clone()), prepared, span);
        Ok(self.operand_of_place(place, ty))
    }

    fn operand_of_place(&mut self, place: Place, ty: Ty) -> Operand {
        if self.types().is_record(ty) || self.types().opaque(ty).is_some() {
            Operand::place(place, ty)
        } else {
            Operand::value(Val::new(Expr::load(place), ty))
        }
    }

    fn check_complete_result(&mut self, ty: Ty, span: Span) -> Res<()> {
        if self.types().is_complete(ty) {
            return Ok(());
        }
        let message = format!("the call returns the incomplete type `{}`", self.display(ty));
        Err(self.error(span, message))
    }

    /// A call whose value is not used.
    pub(crate) fn call_effect(&mut self, call: &Node<CallExpression>, span: Span) -> Res<()> {
        if let Some(name) = self.called_name(&call.node) {
            if self.special_call(&name, &call.node, span)?.is_some() {
                return Ok(());
            }
            if let Some(ty) = self.input_type(&name) {
                let place = self.temporary(ty, span);
                self.emit_input(&name, &call.node, place, span);
                return Ok(());
            }
        }
        let prepared = self.prepare_call(&call.node, span)?;
        self.emit_call(None, prepared, span);
        Ok(())
    }

    /// Stores the call's result directly into `target` if its type is the target's; `false` (and
    /// nothing lowered) if the ordinary way has to be taken.
    pub(crate) fn call_into(
        &mut self,
        call: &Node<CallExpression>,
        target: &Target,
        mark: Mark,
        call_span: Span,
        span: Span,
    ) -> Res<bool> {
        if target.bits.is_some() {
            return Ok(false);
        }
        let name = self.called_name(&call.node);
        let result = match &name {
            Some(name) if self.is_special(name) => return Ok(false),
            Some(name) => match self.input_type(name) {
                Some(ty) => {
                    if self.types().ir(ty) != target.place.ty {
                        return Ok(false);
                    }
                    self.emit_input(name, &call.node, target.place.clone(), span);
                    return Ok(true);
                }
                None => self.result_type(&call.node.callee, call_span)?,
            },
            None => self.result_type(&call.node.callee, call_span)?,
        };
        let Some(result) = result else { return Ok(false) };
        if self.types().ir(result) != target.place.ty || self.types().is_void(result) {
            return Ok(false);
        }
        if self.types().is_record(result) && result.id != target.ty.id {
            return Ok(false);
        }
        let prepared = self.prepare_call(&call.node, call_span)?;
        let mut place = target.place.clone();
        self.protect_place(mark, &mut place);
        let here = self.mark();
        self.protect_place_from(&Writes::of_call(), here, &mut place);
        self.emit_call(Some(place), prepared, span);
        Ok(true)
    }

    /// The result type of calling `callee`, without lowering it for good.
    fn result_type(&mut self, callee: &Node<Expression>, span: Span) -> Res<Option<Ty>> {
        let ty = match &callee.node {
            Expression::Identifier(name) => {
                let name = &name.node.name;
                if self.scopes.lookup(name).is_none() {
                    self.declare_implicitly(name, span);
                }
                self.scopes.lookup(name).map(|symbol| symbol.ty)
            }
            _ => Some(self.type_of(callee)?.ty),
        };
        Ok(ty.and_then(|ty| self.function_type(ty)).map(|function| function.result))
    }

    fn function_type(&mut self, ty: Ty) -> Option<FnTy> {
        let ty = self.types().pointee(ty).unwrap_or(ty);
        match self.types().kind(ty) {
            Kind::Function(function) => Some(function.clone()),
            _ => None,
        }
    }

    /// The name of the function called, if it is called by a name that means a function.
    pub(super) fn called_name(&self, call: &CallExpression) -> Option<String> {
        let Expression::Identifier(name) = &call.callee.node else { return None };
        let name = &name.node.name;
        match self.scopes.lookup(name) {
            None => Some(name.clone()),
            Some(Symbol { kind: SymbolKind::Function { .. }, .. }) => Some(name.clone()),
            Some(_) => None,
        }
    }

    fn prepare_call(&mut self, call: &CallExpression, span: Span) -> Res<PreparedCall> {
        if let Expression::Identifier(name) = &call.callee.node
            && self.scopes.lookup(&name.node.name).is_none()
        {
            let name_span = self.span_of(&call.callee);
            self.declare_implicitly(&name.node.name, name_span);
        }
        let callee = self.value(&call.callee)?;
        let Some(function) = self.function_type(callee.ty) else {
            let message = format!("this is not a function but `{}`", self.display(callee.ty));
            return Err(self.error(callee.span(), message));
        };
        self.check_argument_count(&function, call, span)?;
        let mut callee_expr = callee.expr;
        let callee_mark = self.mark();
        let mut args: Vec<Val> = Vec::new();
        let mut marks = Vec::new();
        for (index, argument) in call.arguments.iter().enumerate() {
            let val = self.value(argument)?;
            let val = match function.params.get(index) {
                Some(&param) if function.prototyped => self.argument(val, param)?,
                _ => {
                    if self.types().is_void(val.ty) {
                        return Err(
                            self.error(val.span(), "void value not ignored as it ought to be")
                        );
                    }
                    self.default_promotion(val)
                }
            };
            args.push(val);
            marks.push(self.mark());
        }
        // From the last to the first, so that inserted statements do not move earlier marks.
        for (val, mark) in args.iter_mut().zip(&marks).rev() {
            self.protect_val(*mark, val);
        }
        self.protect(callee_mark, &mut callee_expr);
        let callee = match callee_expr.kind {
            ExprKind::FunctionAddr(id) => Callee::Direct(id),
            _ => Callee::Pointer(callee_expr),
        };
        let args = args.into_iter().map(|val| val.expr).collect();
        Ok(PreparedCall { callee, args, result: function.result })
    }

    fn argument(&mut self, val: Val, param: Ty) -> Res<Val> {
        // A transparent union takes values of its members' types.
        if let Kind::Record(record) = *self.types().kind(param)
            && self.types().table.record(record).is_union
            && self.types().is_scalar(val.ty)
        {
            let span = val.span();
            return self.cast_to_union(val, param, record, span);
        }
        self.assign_convert(val, param, "pass")
    }

    fn check_argument_count(
        &mut self,
        function: &FnTy,
        call: &CallExpression,
        span: Span,
    ) -> Res<()> {
        if !function.prototyped {
            return Ok(());
        }
        let (wanted, given) = (function.params.len(), call.arguments.len());
        if given == wanted || (function.variadic && given > wanted) {
            return Ok(());
        }
        let name = match &call.callee.node {
            Expression::Identifier(name) => format!("`{}`", display_name(&name.node.name)),
            _ => "this function".into(),
        };
        let at_least = if function.variadic { "at least " } else { "" };
        let plural = if wanted == 1 { "" } else { "s" };
        let message =
            format!("{name} takes {at_least}{wanted} argument{plural}, but is given {given}");
        Err(self.error(span, message))
    }

    fn emit_call(&mut self, dest: Option<Place>, call: PreparedCall, span: Span) {
        self.emit(StmtKind::Call { dest, callee: call.callee, args: call.args }, span);
    }

    /// Calls a function of the library by name, with lowered arguments.
    pub(super) fn call_library(&mut self, name: &str, args: Vec<Val>, span: Span) -> Res<Operand> {
        let operand = self.library_function(name, span)?;
        let Some(function) = self.function_type(operand.ty) else {
            return Err(self.error(span, format!("`{name}` is not a function")));
        };
        let OperandKind::Function(Expr { kind: ExprKind::FunctionAddr(id), .. }) = operand.kind
        else {
            return Err(self.error(span, format!("`{name}` is not a function")));
        };
        let mut converted = Vec::new();
        for (index, val) in args.into_iter().enumerate() {
            let val = match function.params.get(index) {
                Some(&param) => self.assign_convert(val, param, "pass")?,
                None => self.default_promotion(val),
            };
            converted.push(val.expr);
        }
        let call =
            PreparedCall { callee: Callee::Direct(id), args: converted, result: function.result };
        if self.types().is_void(function.result) {
            self.emit_call(None, call, span);
            return Ok(Operand::value(self.void_val(span)));
        }
        let place = self.temporary(function.result, span);
        self.emit_call(Some(place.clone()), call, span);
        Ok(self.operand_of_place(place, function.result.unqualified()))
    }

    /// The function that a declared name stands for; it becomes part of the program now.
    pub(crate) fn function_reference(
        &mut self,
        name: &str,
        ty: Ty,
        is_static: bool,
        span: Span,
    ) -> FunctionId {
        let name = plain_name(name);
        if is_static {
            if let Some(&id) = self.statics.get(name) {
                return id;
            }
            let shown = display_name(name);
            let id = self.world.add_function(&shown, ty, true, self.is_library, span);
            self.statics.insert(name.to_owned(), id);
            return id;
        }
        if let Some(ExternalName::Function(id)) = self.world.externals.get(name) {
            let id = *id;
            let known = self.world.function_infos[id.index()].ty;
            self.world.function_infos[id.index()].ty = self.world.types.composite(known, ty);
            return id;
        }
        let shown = display_name(name);
        let id = self.world.add_function(&shown, ty, false, self.is_library, span);
        self.world.externals.insert(name.to_owned(), ExternalName::Function(id));
        id
    }

    /// C89's implicit declaration; library functions get their real type, as gcc does it.
    fn declare_implicitly(&mut self, name: &str, span: Span) {
        let ty = match self.library_type(name) {
            Some(ty) => ty,
            None => {
                let result = self.types().int();
                self.types().function(FnTy {
                    result,
                    params: [].into(),
                    variadic: false,
                    prototyped: false,
                })
            }
        };
        if !name.starts_with("__builtin_") {
            let message = format!("`{}` is used without a declaration", display_name(name));
            self.warn(span, message);
        }
        let kind = SymbolKind::Function { is_static: false };
        self.scopes.declare_in_file(name, Symbol { kind, ty, span });
    }

    /// The type of a library function that the file does not declare.
    pub(super) fn library_type(&mut self, name: &str) -> Option<Ty> {
        if self.world.user_external.contains(name) {
            return None;
        }
        if let Some(&ty) = self.world.library_types.get(name) {
            return Some(ty);
        }
        let ty = match library::intrinsic_named(name, self.world.file_use) {
            Some(intrinsic) => super::builtin::intrinsic_type(intrinsic, self.types()),
            None => {
                if !crate::link::load_library_unit(self.world, name) {
                    // gcc knows every function of the library under this prefix as well.
                    return self.library_type(name.strip_prefix("__builtin_")?);
                }
                let Some(ExternalName::Function(id)) = self.world.externals.get(name) else {
                    return None;
                };
                self.world.function_infos[id.index()].ty
            }
        };
        self.world.library_types.insert(name.to_owned(), ty);
        Some(ty)
    }

    pub(super) fn library_function(&mut self, name: &str, span: Span) -> Res<Operand> {
        let Some(ty) = self.library_type(name) else {
            return Err(self.undeclared(span, name));
        };
        let id = self.function_reference(plain_name(name), ty, false, span);
        Ok(self.function_operand(id, ty, span))
    }

    /// The type of the input that a call of `name` stands for, if it is a source of inputs.
    fn input_type(&mut self, name: &str) -> Option<Ty> {
        if self.is_library && (name.starts_with(OUTSIDE) || name.starts_with(RANDOM)) {
            let declared = self.scopes.lookup(name)?.ty;
            return Some(self.function_type(declared)?.result.unqualified());
        }
        let suffix = name
            .strip_prefix("__VERIFIER_nondet_")
            .or_else(|| name.strip_prefix("nondet_"))
            .or_else(|| name.strip_prefix("__CPROVER_nondet_"))?;
        if self.world.user_defined.contains(name) {
            return None;
        }
        let declared = self.scopes.lookup(name).map(|symbol| symbol.ty);
        if let Some(function) = declared.and_then(|ty| self.function_type(ty))
            && self.types().is_scalar(function.result)
        {
            return Some(function.result.unqualified());
        }
        Some(self.nondet_type(suffix))
    }

    fn emit_input(&mut self, name: &str, call: &CallExpression, place: Place, span: Span) {
        let origin = if let Some(function) = name.strip_prefix(OUTSIDE) {
            let otherwise = call.arguments.first().and_then(|value| self.constant_value(value));
            let otherwise = otherwise.and_then(|value| i64::try_from(value).ok());
            InputOrigin::Library { function: function.to_owned(), otherwise }
        } else if let Some(function) = name.strip_prefix(RANDOM) {
            InputOrigin::Random(function.to_owned())
        } else {
            InputOrigin::Nondet(display_name(name).into_owned())
        };
        self.emit(StmtKind::Input { place, origin }, span);
    }

    /// `va_arg(list, type)`.
    pub(crate) fn va_arg(&mut self, node: &VaArgExpression, span: Span) -> Res<Operand> {
        let list = self.va_list_pointer(&node.va_list)?;
        let ty = self.type_name(&node.type_name)?.unqualified();
        if !self.types().is_complete(ty) {
            let message = format!("`va_arg` of the incomplete type `{}`", self.display(ty));
            return Err(self.error(span, message));
        }
        let place = self.temporary(ty, span);
        self.emit(StmtKind::VaArg { place: place.clone(), list: list.expr }, span);
        Ok(self.operand_of_place(place, ty))
    }

    /// The address of a `va_list`, be it the array itself or a parameter that points to it.
    pub(super) fn va_list_pointer(&mut self, expr: &Node<Expression>) -> Res<Val> {
        let val = self.value(expr)?;
        let list = self.types().va_list();
        let record = self.types().element(list).unwrap_or(list);
        match self.types().pointee(val.ty) {
            Some(to) if to.id == record.id => Ok(val),
            // `*p` for a `va_list *p` decays like the array it is; anything else is an error.
            _ => {
                let message = format!("`{}` is not a va_list", self.display(val.ty));
                Err(self.error(val.span(), message))
            }
        }
    }
}

/// A library function's own name, where it is called by gcc's name for it.
fn plain_name(name: &str) -> &str {
    match name.strip_prefix("__builtin_") {
        Some(plain)
            if !library::knows(name, FileUse::default())
                && library::unit_defining(plain, FileUse::default()).is_some() =>
        {
            plain
        }
        _ => name,
    }
}
