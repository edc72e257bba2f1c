//! gcc's built-in functions that are not ordinary library functions under another name.

use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;
use whydunit_program::{BinaryOp, Expr, ExprKind, FloatKind, Intrinsic, MathFunction, StmtKind};
use whydunit_source::Span;

use super::operand::{Operand, Val};
use super::{Res, Unit};
use crate::sema::ctype::{FnTy, IntTy, Kind, Ty, Types};

impl Unit<'_> {
    /// Is the name a built-in that [`Unit::builtin_call`] lowers?
    pub(super) fn is_builtin(&self, name: &str) -> bool {
        let Some(rest) = name.strip_prefix("__builtin_") else { return false };
        matches!(
            rest,
            "expect"
                | "expect_with_probability"
                | "constant_p"
                | "choose_expr"
                | "va_start"
                | "va_end"
                | "va_copy"
                | "object_size"
                | "dynamic_object_size"
                | "add_overflow"
                | "sub_overflow"
                | "mul_overflow"
                | "assume_aligned"
                | "prefetch"
                | "classify_type"
                | "types_compatible_p"
                | "frame_address"
                | "return_address"
                | "huge_val"
                | "huge_valf"
                | "huge_vall"
                | "inf"
                | "inff"
                | "infl"
                | "nan"
                | "nanf"
                | "nanl"
        )
    }

    pub(super) fn builtin_call(
        &mut self,
        name: &str,
        call: &CallExpression,
        span: Span,
    ) -> Res<Operand> {
        let args = &call.arguments;
        let rest = name.strip_prefix("__builtin_").unwrap_or(name);
        let needed = match rest {
            "choose_expr" | "add_overflow" | "sub_overflow" | "mul_overflow" => 3,
            "expect"
            | "expect_with_probability"
            | "va_copy"
            | "object_size"
            | "dynamic_object_size"
            | "assume_aligned"
            | "types_compatible_p" => 2,
            "constant_p" | "va_start" | "va_end" | "prefetch" | "classify_type" => 1,
            _ => 0,
        };
        if args.len() < needed {
            let message = format!("`{name}` takes {needed} arguments, but is given {}", args.len());
            return Err(self.error(span, message));
        }
        let int = self.types().int();
        match rest {
            "expect" | "expect_with_probability" => {
                let val = self.value(&args[0])?;
                let val = self.promote(val);
                Ok(Operand::value(val))
            }
            "constant_p" => {
                let constant = self.constant_value(&args[0]).is_some();
                Ok(Operand::value(self.int_val(i128::from(constant), int, span)))
            }
            "choose_expr" => {
                let Some(choice) = self.constant_value(&args[0]) else {
                    let at = self.span_of(&args[0]);
                    return Err(self.error(at, "the choice is not a constant"));
                };
                self.operand(if choice != 0 { &args[1] } else { &args[2] })
            }
            "types_compatible_p" => {
                // The two types arrive as null pointers to them.
                let a = self.pointee_argument(&args[0])?;
                let b = self.pointee_argument(&args[1])?;
                let same = self.types().compatible(a, b);
                Ok(Operand::value(self.int_val(i128::from(same), int, span)))
            }
            "va_start" | "va_end" => {
                let list = self.va_list_pointer(&args[0])?;
                self.call_library(name, vec![list], span)
            }
            "va_copy" => self.va_copy(&args[0], &args[1], span),
            "object_size" | "dynamic_object_size" => {
                let kind = self.constant_value(&args[1]).unwrap_or(0);
                let size_t = self.types().size();
                let bits = self.types().target().pointer_bytes() as u32 * 8;
                let unknown = if kind & 2 == 0 { (1i128 << bits) - 1 } else { 0 };
                Ok(Operand::value(self.int_val(unknown, size_t, span)))
            }
            "add_overflow" => self.overflow(BinaryOp::Add, args, span),
            "sub_overflow" => self.overflow(BinaryOp::Sub, args, span),
            "mul_overflow" => self.overflow(BinaryOp::Mul, args, span),
            "assume_aligned" => {
                let val = self.value(&args[0])?;
                Ok(Operand::value(val))
            }
            "classify_type" => {
                let ty = self.type_of(&args[0])?.ty;
                let class = self.type_class(ty);
                Ok(Operand::value(self.int_val(class, int, span)))
            }
            "prefetch" => {
                self.effect(&args[0])?;
                Ok(Operand::value(self.void_val(span)))
            }
            "huge_val" | "inf" => Ok(self.float_operand(f64::INFINITY, FloatKind::F64, span)),
            "huge_valf" | "inff" => Ok(self.float_operand(f64::INFINITY, FloatKind::F32, span)),
            "huge_vall" | "infl" => Ok(self.float_operand(f64::INFINITY, FloatKind::Long, span)),
            "nan" => Ok(self.float_operand(f64::NAN, FloatKind::F64, span)),
            "nanf" => Ok(self.float_operand(f64::NAN, FloatKind::F32, span)),
            "nanl" => Ok(self.float_operand(f64::NAN, FloatKind::Long, span)),
            _ => {
                self.unsupported(&format!("`{name}`"), span);
                Ok(Operand::value(self.int_val(0, int, span)))
            }
        }
    }

    /// gcc's numbers for kinds of types.
    fn type_class(&mut self, ty: Ty) -> i128 {
        match self.world.types.kind(ty) {
            Kind::Void => 0,
            Kind::Bool | Kind::Int(_) | Kind::Enum(_) => 1,
            Kind::Pointer(_) | Kind::Array { .. } | Kind::Function(_) => 5,
            Kind::Float(_) => 8,
            Kind::Opaque { .. } => 9,
            Kind::Record(record) if self.world.types.table.record(*record).is_union => 13,
            Kind::Record(_) => 12,
        }
    }

    fn float_operand(&mut self, value: f64, kind: FloatKind, span: Span) -> Operand {
        let ty = self.types().intern(Kind::Float(kind));
        let ir = self.types().ir(ty);
        Operand::value(Val::new(Expr::new(ExprKind::Float(value), ir, span), ty))
    }

    /// The value of an expression without effects, if it is an integer constant.
    pub(crate) fn constant_value(&mut self, expr: &Node<Expression>) -> Option<i128> {
        self.without_effects(|unit| {
            let mark = unit.mark();
            let val = unit.value(expr).ok()?;
            if !unit.is_untouched(mark) {
                return None;
            }
            unit.evaluate_int(&val.expr)
        })
    }

    fn pointee_argument(&mut self, expr: &Node<Expression>) -> Res<Ty> {
        let ty = self.type_of(expr)?.ty;
        Ok(self.types().pointee(ty).unwrap_or(ty))
    }

    fn va_copy(
        &mut self,
        to: &Node<Expression>,
        from: &Node<Expression>,
        span: Span,
    ) -> Res<Operand> {
        let to = self.va_list_pointer(to)?;
        let from = self.va_list_pointer(from)?;
        let to = self.dereference(to, span)?;
        let from = self.dereference(from, span)?;
        if let super::operand::OperandKind::Place(place) = to.kind {
            let value = self.value_of(from)?;
            self.emit(StmtKind::Assign { place, value: value.expr }, span);
        }
        Ok(Operand::value(self.void_val(span)))
    }
}

/// The C type of a function that the interpreter performs itself.
pub(crate) fn intrinsic_type(intrinsic: Intrinsic, types: &mut Types) -> Ty {
    // Result first, then parameters: v void, p pointer, i int, l long, z size_t, d double, f float.
    let shape = match intrinsic {
        Intrinsic::Malloc | Intrinsic::Alloca => "pz",
        Intrinsic::Calloc => "pzz",
        Intrinsic::Realloc => "ppz",
        Intrinsic::Free | Intrinsic::VaStart | Intrinsic::VaEnd => "vp",
        Intrinsic::Memcpy | Intrinsic::Memmove => "pppz",
        Intrinsic::Memset => "ppiz",
        Intrinsic::Exit | Intrinsic::QuickExit => "vi",
        Intrinsic::Clearerr => "vp",
        Intrinsic::Abort => "v",
        Intrinsic::Printf | Intrinsic::Scanf => "ip.",
        Intrinsic::Fprintf | Intrinsic::Sprintf | Intrinsic::Fscanf | Intrinsic::Sscanf => "ipp.",
        Intrinsic::Snprintf => "ipzp.",
        Intrinsic::Vprintf | Intrinsic::Vscanf => "ipp",
        Intrinsic::Vfprintf | Intrinsic::Vsprintf | Intrinsic::Vfscanf | Intrinsic::Vsscanf => {
            "ippp"
        }
        Intrinsic::Vsnprintf => "ipzpp",
        Intrinsic::Fputc | Intrinsic::Ungetc => "iip",
        Intrinsic::Fflush | Intrinsic::Feof => "ip",
        Intrinsic::Getchar => "i",
        Intrinsic::FileFind => "ip",
        Intrinsic::FileFact => "lii",
        Intrinsic::FileBytes => "vpill",
        Intrinsic::FileEntry => "ipiil",
        Intrinsic::ScanFile => "iippp",
        Intrinsic::ScanText => "ipppp",
        Intrinsic::Strtod => "dpp",
        Intrinsic::Seed => "vil",
        Intrinsic::Math(function) => math_shape(function.name()),
    };
    let letter = |types: &mut Types, letter: char| match letter {
        'p' => {
            let void = types.void();
            types.pointer(void)
        }
        'i' => types.int(),
        'l' => types.integer(IntTy::Long),
        'z' => types.size(),
        'd' => types.double(),
        'f' => types.intern(Kind::Float(FloatKind::F32)),
        _ => types.void(),
    };
    let mut letters = shape.chars();
    let result = letter(types, letters.next().unwrap_or('v'));
    let mut params = Vec::new();
    let mut variadic = false;
    for c in letters {
        if c == '.' {
            variadic = true;
        } else {
            params.push(letter(types, c));
        }
    }
    types.function(FnTy { result, params: params.into(), variadic, prototyped: true })
}

fn math_shape(name: &str) -> &'static str {
    let float_of = name.strip_suffix('f').filter(|base| MathFunction::from_name(base).is_some());
    let arity = match float_of.unwrap_or(name) {
        "fma" => 3,
        "atan2" | "pow" | "hypot" | "fmod" | "fmin" | "fmax" | "copysign" => 2,
        _ => 1,
    };
    let shapes = if float_of.is_some() { ["ff", "fff", "ffff"] } else { ["dd", "ddd", "dddd"] };
    shapes[arity - 1]
}
