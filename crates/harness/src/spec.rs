//! Conditions of contracts as C expressions.
//!
//! Integers of contracts are mathematical. In C they are computed in a type that is wide enough for the values
//! that the operands' types admit, so nothing wraps around; casts appear only where C would convert otherwise.
//! `\old` becomes a variable that is set before the call, under a quantifier an array of such values.

mod logic;
mod place;

use whydunit_program::strength::{AND, CONDITIONAL, OR, POSTFIX, PRIMARY, SUM, UNARY};
use whydunit_program::{
    BinaryOp, CheckKind, Expr, ExprKind, Function, LocalId, Program, StmtKind, Syntax, Target,
    Type, TypeId, Use,
};

use crate::Unsupported;
use crate::ctype::declaration;
use crate::literal;
use crate::names::Names;

/// A rendered expression.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    strength: u8,
    /// Bits and signedness of the integer type that C computes it in; `None` for anything else.
    rank: Option<(u32, bool)>,
    /// Bits that hold every value it can have, the sign included; for integers only.
    width: u32,
}

impl Text {
    fn new(text: String, strength: u8) -> Text {
        Text { text, strength, rank: None, width: 0 }
    }

    fn at(&self, outer: u8) -> String {
        if self.strength < outer { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// Renders the conditions of one function.
#[derive(Debug)]
pub(crate) struct Conditions<'a, 'n> {
    program: &'a Program,
    function: &'a Function,
    names: &'n mut Names,
    /// The name of `\result`.
    pub(crate) result: String,
    /// Statements that save what `\old` speaks of, to be executed before the call.
    pub(crate) saved: Vec<String>,
    /// `\valid` was used: the program has to be built with AddressSanitizer.
    pub(crate) uses_valid: bool,
    /// Frozen temporaries that have a name already.
    known: Vec<(LocalId, String)>,
    /// Quantifiers around the expression at hand: variable, its name, bounds.
    bound: Vec<(LocalId, String, String, String)>,
    /// Is the condition evaluated where it stands, in the middle of the function?
    pub(crate) in_place: bool,
}

impl<'a, 'n> Conditions<'a, 'n> {
    pub(crate) fn new(
        program: &'a Program,
        function: &'a Function,
        names: &'n mut Names,
    ) -> Conditions<'a, 'n> {
        Conditions {
            program,
            function,
            names,
            result: "result".into(),
            saved: Vec::new(),
            uses_valid: false,
            known: Vec::new(),
            bound: Vec::new(),
            in_place: false,
        }
    }

    pub(crate) fn condition(&mut self, cond: &Expr) -> Result<String, Unsupported> {
        Ok(self.expr(cond)?.text)
    }

    /// The preconditions of the function, with their words.
    pub(crate) fn requires(&mut self) -> Vec<(String, String)> {
        let stmts = self.function.blocks().first().map_or(&[][..], |block| &block.stmts);
        let mut found = Vec::new();
        for stmt in stmts {
            if let StmtKind::Check { kind: CheckKind::Requires, cond, text } = &stmt.kind
                && let Ok(condition) = self.condition(cond)
            {
                found.push((condition, text.clone()));
            }
        }
        found
    }

    fn expr(&mut self, expr: &Expr) -> Result<Text, Unsupported> {
        if let Some((place, used)) = expr.place() {
            let text = self.place(place)?;
            return Ok(match (used, expr.syntax()) {
                (Use::Address, Syntax::Address) => Text::new(format!("&{}", text.at(UNARY)), UNARY),
                (Use::Address, _) => text,
                _ => self.leaf(text, place.ty),
            });
        }
        if let (Syntax::Infix(symbol, strength), Some((left, right))) =
            (expr.syntax(), expr.infix())
        {
            return match expr.kind {
                ExprKind::Binary(op, ..) => self.binary(op, left, right, expr.ty),
                _ if strength == SUM => self.pointer_sum(symbol, left, right, expr.ty),
                _ => self.logical(symbol, strength, left, right),
            };
        }
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.constant(*value, expr.ty)),
            ExprKind::Float(value) => Ok(Text::new(
                literal::scalar(&self.program.types, expr.ty, self.float_bits(*value, expr.ty)),
                UNARY,
            )),
            ExprKind::Unary(op, operand) => {
                let operand = self.expr(operand)?;
                let text = format!("{}{}", op.symbol(), operand.at(UNARY + 1));
                let mut whole = Text::new(text, UNARY);
                if self.program.types.int_kind(expr.ty).is_some() {
                    whole.rank =
                        if operand.rank.is_some() { operand.rank } else { Some((32, true)) };
                    whole.width = operand.width + 1;
                }
                Ok(whole)
            }
            ExprKind::Cond(cond, then, otherwise) => {
                let (cond, then) = (self.expr(cond)?, self.expr(then)?);
                let otherwise = self.expr(otherwise)?;
                let text =
                    format!("{} ? {} : {}", cond.at(OR), then.at(OR), otherwise.at(CONDITIONAL));
                Ok(Text {
                    width: then.width.max(otherwise.width),
                    rank: then.rank,
                    ..Text::new(text, CONDITIONAL)
                })
            }
            ExprKind::Cast(operand) => self.cast(operand, expr.ty),
            _ => self.own_words(expr),
        }
    }

    /// What contracts have words of their own for; else the name of a function.
    fn own_words(&mut self, expr: &Expr) -> Result<Text, Unsupported> {
        match &expr.kind {
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                self.quantifier(*forall, *var, lo, hi, body)
            }
            ExprKind::Valid { pointer, lo, hi } => self.valid(pointer, lo, hi),
            ExprKind::Old { expr, .. } => self.old(expr),
            ExprKind::FunctionAddr(id) => {
                Ok(Text::new(self.program.function(*id).name.clone(), PRIMARY))
            }
            _ => Err(Unsupported::new("an expression of a kind that contracts do not have")),
        }
    }

    /// `pointer + index`, or the distance of two pointers.
    fn pointer_sum(
        &mut self,
        symbol: &str,
        left: &Expr,
        right: &Expr,
        ty: TypeId,
    ) -> Result<Text, Unsupported> {
        let is_distance = self.program.types.pointee(ty).is_none();
        let left = self.expr(left)?;
        let right = if is_distance { self.expr(right)? } else { self.index(right)? };
        let text = Text::new(format!("{} {symbol} {}", left.at(SUM), right.at(SUM + 1)), SUM);
        Ok(match is_distance {
            true => Text { rank: Some((64, true)), width: 64, ..text },
            false => text,
        })
    }

    fn float_bits(&self, value: f64, ty: TypeId) -> u64 {
        match self.program.types.get(ty) {
            Type::Float(whydunit_program::FloatKind::F32) => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        }
    }

    fn constant(&self, value: i128, ty: TypeId) -> Text {
        let is_pointer = self.program.types.pointee(ty).is_some();
        if is_pointer && value != 0 {
            return Text::new(format!("(void *){value:#x}"), UNARY);
        }
        let width = 128 - value.unsigned_abs().leading_zeros() + 1;
        let text = match i32::try_from(value).is_ok() || value < 0 {
            true => literal::integer(value),
            false if i64::try_from(value).is_ok() => format!("{value}LL"),
            false => format!("{value}ULL"),
        };
        let strength = if value < 0 { UNARY } else { PRIMARY };
        let bits = if width <= 32 { 32 } else { 64 };
        // A positive constant is the same in either signedness.
        Text { rank: Some((bits, true)), width, ..Text::new(text, strength) }
    }

    /// Gives what is read from storage its type.
    fn leaf(&self, mut text: Text, ty: TypeId) -> Text {
        if let Some(kind) = self.program.types.int_kind(ty) {
            let bits = u32::from(kind.bits);
            text.rank = Some(match bits {
                0..32 => (32, true),
                // The variable of a quantifier.
                128 => (64, true),
                _ => (bits, kind.signed),
            });
            text.width = match bits {
                128 => 63,
                _ => bits + u32::from(!kind.signed),
            };
        }
        text
    }

    fn logical(
        &mut self,
        symbol: &str,
        own: u8,
        left: &Expr,
        right: &Expr,
    ) -> Result<Text, Unsupported> {
        let (left, right) = (self.expr(left)?, self.expr(right)?);
        // Compilers warn of `a && b || c`.
        let inner = if own == OR { AND + 1 } else { own };
        let text =
            format!("{} {symbol} {}", left.at(inner.min(4)), right.at(inner.min(4).max(own + 1)));
        Ok(Text { rank: Some((32, true)), width: 2, ..Text::new(text, own) })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        ty: TypeId,
    ) -> Result<Text, Unsupported> {
        let (mut left, right) = (self.expr(left)?, self.expr(right)?);
        let own = op.strength();
        let mathematical = self.program.types.int_kind(ty).is_some_and(|kind| kind.bits == 128);
        let (mut rank, mut width) = (Some((32, true)), 2);
        if let (Some(a), Some(b)) = (left.rank, right.rank) {
            if op.is_comparison() {
                let mixed = a.1 != b.1 && !self.converts_well(&left, &right);
                if mixed {
                    left = self.widened(&left, left.width.max(right.width));
                }
            } else {
                width = result_width(op, left.width, right.width);
                let needed = if mathematical { width.max(left.width).max(right.width) } else { 0 };
                let common = (a.0.max(b.0), a.1 && b.1);
                rank = Some(common);
                if mathematical && (needed > common.0 || !common.1) {
                    left = self.widened(&left, needed);
                    rank = left.rank;
                }
            }
        }
        let text = format!("{} {} {}", left.at(own), op.symbol(), right.at(own + 1));
        if self.program.types.int_kind(ty).is_none() {
            return Ok(Text::new(text, own));
        }
        Ok(Text { rank, width, ..Text::new(text, own) })
    }

    /// Does C compare the two without changing the value of either?
    fn converts_well(&self, left: &Text, right: &Text) -> bool {
        let (Some(a), Some(b)) = (left.rank, right.rank) else { return true };
        let (signed, unsigned) = if a.1 { (left, b) } else { (right, a) };
        let is_positive_constant =
            signed.strength == PRIMARY && signed.text.starts_with(|c: char| c.is_ascii_digit());
        is_positive_constant || signed.rank.is_some_and(|(bits, _)| bits > unsigned.0)
    }

    /// The value in a signed type of at least that many bits.
    fn widened(&self, text: &Text, width: u32) -> Text {
        let (bits, name) = match width {
            0..=64 => (64, "long long"),
            _ if self.program.types.target() == Target::Ilp32 => (64, "long long"),
            _ => (128, "__int128"),
        };
        let cast = format!("({name}){}", text.at(UNARY));
        Text { text: cast, strength: UNARY, rank: Some((bits, true)), width: text.width }
    }

    fn cast(&mut self, operand: &Expr, ty: TypeId) -> Result<Text, Unsupported> {
        let inner = self.expr(operand)?;
        let types = &self.program.types;
        let to_mathematical = types.int_kind(ty).is_some_and(|kind| kind.bits == 128);
        if to_mathematical && types.int_kind(operand.ty).is_some() {
            return Ok(inner);
        }
        let name = if to_mathematical {
            "long long".into()
        } else {
            declaration(self.program, ty, "", None)?
        };
        let whole = Text::new(format!("({name}){}", inner.at(UNARY)), UNARY);
        Ok(self.leaf(whole, ty))
    }

    /// An index; that C converts it to another type does not matter.
    fn index(&mut self, index: &Expr) -> Result<Text, Unsupported> {
        match &index.kind {
            ExprKind::Cast(inner) if self.program.types.int_kind(inner.ty).is_some() => {
                self.expr(inner)
            }
            _ => self.expr(index),
        }
    }
}

/// Bits that hold every result for operands of those widths.
fn result_width(op: BinaryOp, left: u32, right: u32) -> u32 {
    match op {
        BinaryOp::Add | BinaryOp::Sub => left.max(right) + 1,
        BinaryOp::Mul => left + right,
        BinaryOp::Div => left + 1,
        BinaryOp::Shl => 128,
        BinaryOp::Shr => left,
        _ => left.max(right),
    }
}
