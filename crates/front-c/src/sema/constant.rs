//! The values of constant expressions, computed on lowered expressions.
//!
//! Constant expressions are lowered like any other, and evaluated by the semantics that all programs have (`whydunit_semantics`), over a store that
//! knows addresses and nothing else. A value is a number, or the address of a global or function plus an offset. An operation that would be undefined
//! (overflow, division by zero) has no value here, so that it is reported where C demands a constant and left to the run elsewhere. Integer conversions
//! wrap, as gcc defines.
//!
//! Where something lies in memory is not known yet. An expression that takes addresses is therefore evaluated in two layouts: what is the same in both is a
//! number, what moves as one global does is an address in it, and anything else depends on the layout and has no value.

use whydunit_program::obligation::Obligation;
use whydunit_program::{
    BitField, CheckKind, Class, Expr, FunctionId, Global, GlobalId, LocalId, Place, Type, TypeId,
    TypeTable,
};
use whydunit_semantics::{Base, Bits, Concrete, Operands, Site, Store};

use crate::limits::ADDRESSES_IN_CONSTANTS;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Constant {
    Int(i128),
    Float(f64),
    Global(GlobalId, i64),
    Function(FunctionId),
}

/// Evaluates against the types and globals of the program so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluator<'a> {
    pub(crate) types: &'a TypeTable,
    pub(crate) globals: &'a [Global],
}

/// What has an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symbol {
    Global(GlobalId),
    Function(FunctionId),
}

/// Not a constant.
struct NoValue;

impl Evaluator<'_> {
    pub(crate) fn evaluate(self, expr: &Expr) -> Option<Constant> {
        let class = Class::of(self.types, expr.ty);
        if class == Class::Other {
            return None;
        }
        let mut met = Vec::new();
        let first = self.bits(expr, Layout::Ascending, &mut met)?;
        if met.is_empty() {
            return Some(number(first, class));
        }
        let second = self.bits(expr, Layout::Descending, &mut met)?;
        if first == second {
            return Some(number(first, class));
        }
        let width = self.types.target().pointer_width();
        if class.width() != width || class.is_float() {
            return None;
        }
        (0..met.len()).find_map(|position| {
            let offset = |value: Bits, layout: Layout| {
                let distance = value.word().wrapping_sub(layout.address(position, width));
                Bits::new(width, distance.into()).signed() as i64
            };
            let offsets = [offset(first, Layout::Ascending), offset(second, Layout::Descending)];
            match (met[position], offsets) {
                (Symbol::Global(id), [a, b]) if a == b => Some(Constant::Global(id, a)),
                (Symbol::Function(id), [0, 0]) => Some(Constant::Function(id)),
                _ => None,
            }
        })
    }

    /// The value in a layout; `met` are the addresses that it has asked for.
    fn bits(self, expr: &Expr, layout: Layout, met: &mut Vec<Symbol>) -> Option<Bits> {
        let mut domain = Concrete::new(Addresses { evaluator: self, layout, met });
        whydunit_semantics::expr(&mut domain, expr, &mut ()).ok()
    }
}

/// Where things lie. Positions are those of the order in which addresses are asked for.
#[derive(Clone, Copy, Debug)]
enum Layout {
    Ascending,
    /// In the other order, and differently aligned.
    Descending,
}

impl Layout {
    /// All distances between two addresses, and between the addresses of one thing in the two layouts, are different.
    fn address(self, position: usize, width: u32) -> u64 {
        let step = (position as u64 + 1) << (width - 8);
        match self {
            Layout::Ascending => step,
            Layout::Descending => (3 << (width - 2)) - step - 0x1001,
        }
    }
}

/// A store in which things have addresses and no contents.
struct Addresses<'a, 'm> {
    evaluator: Evaluator<'a>,
    layout: Layout,
    met: &'m mut Vec<Symbol>,
}

impl Addresses<'_, '_> {
    fn address(&mut self, symbol: Symbol) -> Result<u64, NoValue> {
        let known = self.met.iter().position(|&met| met == symbol);
        let position = known.unwrap_or(self.met.len());
        if position >= ADDRESSES_IN_CONSTANTS {
            return Err(NoValue);
        }
        if known.is_none() {
            self.met.push(symbol);
        }
        Ok(self.layout.address(position, self.evaluator.types.target().pointer_width()))
    }
}

impl<'a> Store<'a> for Addresses<'a, '_> {
    type Stop = NoValue;

    fn types(&self) -> &'a TypeTable {
        self.evaluator.types
    }

    /// What is undefined has no value; where a pointer leads does not matter as long as nothing is read there.
    fn is_checked(&self, kind: CheckKind) -> bool {
        matches!(kind, CheckKind::Overflow | CheckKind::Div | CheckKind::Shift)
    }

    fn violated(&mut self, _: &Obligation, _: &Operands<Bits>, _: Site<'_>) -> NoValue {
        NoValue
    }

    fn unsupported(&mut self, _: &str) -> NoValue {
        NoValue
    }

    fn local(&mut self, _: LocalId) -> Result<(Base<u64>, TypeId), NoValue> {
        Err(NoValue)
    }

    fn global(&mut self, global: GlobalId) -> Result<(u64, TypeId), NoValue> {
        let ty = self.evaluator.globals.get(global.index()).ok_or(NoValue)?.ty;
        Ok((self.address(Symbol::Global(global))?, ty))
    }

    fn function(&mut self, function: FunctionId) -> Result<u64, NoValue> {
        self.address(Symbol::Function(function))
    }

    fn register(&mut self, _: LocalId, _: Class) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn load(&mut self, _: &Place, _: u64) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn load_bits(&mut self, _: &Place, _: u64, _: BitField) -> Result<u128, NoValue> {
        Err(NoValue)
    }

    fn canonical(&mut self, address: u64) -> u64 {
        address
    }

    fn is_valid(&mut self, _: u64, _: i64, _: u64) -> Result<bool, NoValue> {
        Err(NoValue)
    }

    fn enter_old(&mut self, _: u32) -> Result<(), NoValue> {
        Err(NoValue)
    }

    fn leave_old(&mut self) {}
}

fn truth(constant: Constant) -> bool {
    match constant {
        Constant::Int(value) => value != 0,
        Constant::Float(value) => value != 0.0,
        Constant::Global(..) | Constant::Function(_) => true,
    }
}

/// The bits of a number of a class; addresses are no numbers.
fn bits_of(constant: Constant, class: Class) -> Option<Bits> {
    let bits = match (constant, class) {
        (Constant::Int(value), _) => value as u128,
        (Constant::Float(value), Class::Float { width: 32 }) => (value as f32).to_bits().into(),
        (Constant::Float(value), _) => value.to_bits().into(),
        (Constant::Global(..) | Constant::Function(_), _) => return None,
    };
    Some(Bits::of_class(class, bits))
}

/// The number that bits of a class are.
fn number(bits: Bits, class: Class) -> Constant {
    match class {
        Class::Float { width: 32 } => {
            Constant::Float(f32::from_bits(bits.unsigned() as u32).into())
        }
        Class::Float { .. } => Constant::Float(f64::from_bits(bits.word())),
        _ => Constant::Int(bits.integer(class)),
    }
}

/// Conversion of a constant to a type.
pub(crate) fn cast(constant: Constant, to: TypeId, types: &TypeTable) -> Option<Constant> {
    match (constant, types.get(to)) {
        (constant, Type::Bool) => Some(Constant::Int(i128::from(truth(constant)))),
        (Constant::Int(_) | Constant::Float(_), _) => {
            let class = Class::of(types, to);
            let from = match constant {
                // Wide enough for the value of any constant.
                Constant::Int(_) => Class::Int { width: 128, signed: true },
                _ => Class::Float { width: 64 },
            };
            if class == Class::Other {
                return None;
            }
            whydunit_semantics::cast(bits_of(constant, from)?, from, class)
                .map(|bits| number(bits, class))
        }
        (Constant::Global(..) | Constant::Function(_), Type::Pointer(_)) => Some(constant),
        (Constant::Global(..) | Constant::Function(_), _) => {
            let kind = types.int_kind(to)?;
            (u64::from(kind.bits) == types.target().pointer_bytes() * 8).then_some(constant)
        }
    }
}
