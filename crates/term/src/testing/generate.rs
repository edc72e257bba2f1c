//! The generator of random terms.

use crate::testing::{Random, raw};
use crate::{Op, Sort, Term, Terms};

/// What the random terms are made of.
#[derive(Clone, Debug)]
pub struct Options {
    /// Leaves, besides constants. Those of another width than needed are cut or extended.
    pub variables: Vec<Term>,
    /// The largest width of any operand.
    pub max_width: u32,
    /// Operations on floating-point numbers (where `max_width` leaves room for them)?
    pub floats: bool,
    /// Uninterpreted functions?
    pub opaque: bool,
    /// Multiplications and divisions of more than 16 bits only now and then?
    pub rare_wide_products: bool,
    /// Build nodes without simplification?
    pub raw: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variables: Vec::new(),
            max_width: Sort::MAX_WIDTH,
            floats: true,
            opaque: false,
            rare_wide_products: true,
            raw: false,
        }
    }
}

/// Makes random terms; the same seed and options give the same terms in the same order.
#[derive(Clone, Debug)]
pub struct RandomTerms {
    random: Random,
    options: Options,
    /// Terms made before, to be used again.
    recent: Vec<Term>,
}

const BITWISE: &[Op] = &[Op::BitAnd, Op::BitOr, Op::BitXor, Op::Shl, Op::LShr, Op::AShr];
const SUMS: &[Op] = &[Op::Add, Op::Sub];
const PRODUCTS: &[Op] = &[Op::Mul, Op::UDiv, Op::URem, Op::SDiv, Op::SRem];
const COMPARISONS: &[Op] = &[Op::Eq, Op::ULt, Op::ULe, Op::SLt, Op::SLe];
const SUM_OVERFLOWS: &[Op] =
    &[Op::UAddOverflow, Op::SAddOverflow, Op::USubOverflow, Op::SSubOverflow, Op::SDivOverflow];
const PRODUCT_OVERFLOWS: &[Op] = &[Op::UMulOverflow, Op::SMulOverflow];
const FLOAT_ARITHMETIC: &[Op] = &[Op::FAdd, Op::FSub, Op::FMul, Op::FDiv];
const FLOAT_COMPARISONS: &[Op] = &[Op::FEq, Op::FLt, Op::FLe];

/// How many terms are kept for being used again.
const RECENT: usize = 48;

impl RandomTerms {
    pub fn new(seed: u64, options: Options) -> RandomTerms {
        RandomTerms { random: Random::new(seed), options, recent: Vec::new() }
    }

    /// The source of the choices, for choices of the caller's own.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A Boolean term that nests up to `depth` operations (and a few at the leaves to adjust widths).
    pub fn boolean(&mut self, terms: &mut Terms, depth: u32) -> Term {
        self.term(terms, Sort::Bool, depth)
    }

    /// A bit-vector of that width; see [`RandomTerms::boolean`].
    pub fn bits(&mut self, terms: &mut Terms, width: u32, depth: u32) -> Term {
        self.term(terms, Sort::Bits(width), depth)
    }

    fn term(&mut self, terms: &mut Terms, sort: Sort, depth: u32) -> Term {
        if depth == 0 || self.random.one_in(8) {
            return self.leaf(terms, sort);
        }
        if self.random.one_in(6) {
            let known: Vec<Term> =
                self.recent.iter().copied().filter(|&term| terms.sort(term) == sort).collect();
            if !known.is_empty() {
                return *self.random.pick(&known);
            }
        }
        let term = if self.options.opaque && self.random.one_in(24) {
            self.opaque(terms, sort, depth - 1)
        } else if self.random.one_in(8) {
            let condition = self.boolean(terms, depth - 1);
            let operands =
                [condition, self.term(terms, sort, depth - 1), self.term(terms, sort, depth - 1)];
            self.node(terms, Op::Ite, &operands)
        } else {
            match sort {
                Sort::Bool => self.boolean_operation(terms, depth - 1),
                Sort::Bits(width) => self.bits_operation(terms, width, depth - 1),
            }
        };
        if self.recent.len() < RECENT {
            self.recent.push(term);
        } else {
            let position = self.random.below(RECENT);
            self.recent[position] = term;
        }
        term
    }

    fn boolean_operation(&mut self, terms: &mut Terms, depth: u32) -> Term {
        let width = self.any_width();
        match self.random.below(20) {
            0 | 1 => self.same_sort(terms, Op::Not, Sort::Bool, 1, depth),
            2..=5 => {
                let op = *self.random.pick(&[Op::And, Op::Or]);
                let count = self.random.between(2, 4);
                self.same_sort(terms, op, Sort::Bool, count, depth)
            }
            6 => {
                let op = *self.random.pick(&[Op::Xor, Op::Eq]);
                self.same_sort(terms, op, Sort::Bool, 2, depth)
            }
            7..=13 => {
                let op = *self.random.pick(COMPARISONS);
                self.same_sort(terms, op, Sort::Bits(width), 2, depth)
            }
            14 => self.same_sort(terms, Op::NegOverflow, Sort::Bits(width), 1, depth),
            15 if self.may_multiply(width) => {
                let op = *self.random.pick(PRODUCT_OVERFLOWS);
                self.same_sort(terms, op, Sort::Bits(width), 2, depth)
            }
            16 if self.options.floats => match self.float_width() {
                Some(width) => {
                    let op = *self.random.pick(FLOAT_COMPARISONS);
                    self.same_sort(terms, op, Sort::Bits(width), 2, depth)
                }
                None => self.boolean_operation(terms, depth),
            },
            _ => {
                let op = *self.random.pick(SUM_OVERFLOWS);
                self.same_sort(terms, op, Sort::Bits(width), 2, depth)
            }
        }
    }

    fn bits_operation(&mut self, terms: &mut Terms, width: u32, depth: u32) -> Term {
        let sort = Sort::Bits(width);
        match self.random.below(20) {
            0 => self.same_sort(terms, Op::BitNot, sort, 1, depth),
            1 => self.same_sort(terms, Op::Neg, sort, 1, depth),
            2..=5 => {
                let op = *self.random.pick(BITWISE);
                self.same_sort(terms, op, sort, 2, depth)
            }
            6..=8 => {
                let op = *self.random.pick(SUMS);
                self.same_sort(terms, op, sort, 2, depth)
            }
            9 | 10 if self.may_multiply(width) => {
                let op = *self.random.pick(PRODUCTS);
                self.same_sort(terms, op, sort, 2, depth)
            }
            11 => {
                let by = self.random.below(width as usize) as u8;
                let op = *self.random.pick(&[Op::RotateLeft(by), Op::RotateRight(by)]);
                self.same_sort(terms, op, sort, 1, depth)
            }
            12 | 13 if width == 1 => self.same_sort(terms, Op::FromBool, Sort::Bool, 1, depth),
            12 | 13 => {
                let op =
                    *self.random.pick(&[Op::ZeroExtend(width as u8), Op::SignExtend(width as u8)]);
                let from = self.random.between(1, width);
                self.same_sort(terms, op, Sort::Bits(from), 1, depth)
            }
            14 | 15 => {
                let from = self.random.between(width, self.options.max_width.max(width));
                let low = self.random.between(0, from - width);
                let op = Op::Extract { high: (low + width - 1) as u8, low: low as u8 };
                self.same_sort(terms, op, Sort::Bits(from), 1, depth)
            }
            16 | 17 if width > 1 => {
                let low = self.random.between(1, width - 1);
                let operands = [self.bits(terms, width - low, depth), self.bits(terms, low, depth)];
                self.node(terms, Op::Concat, &operands)
            }
            18 | 19 if self.options.floats => self.float_operation(terms, width, depth),
            _ => {
                let op = *self.random.pick(BITWISE);
                self.same_sort(terms, op, sort, 2, depth)
            }
        }
    }

    /// An operation with floating-point operands or a floating-point result.
    fn float_operation(&mut self, terms: &mut Terms, width: u32, depth: u32) -> Term {
        let is_float = width == 32 || width == 64;
        let from = self.float_width();
        match (self.random.below(4), from) {
            (0 | 1, _) if is_float => {
                let op = *self.random.pick(FLOAT_ARITHMETIC);
                self.same_sort(terms, op, Sort::Bits(width), 2, depth)
            }
            (2, _) if is_float => {
                let to = width as u8;
                let op = *self.random.pick(&[Op::FFromUnsigned(to), Op::FFromSigned(to)]);
                let from = self.any_width();
                self.same_sort(terms, op, Sort::Bits(from), 1, depth)
            }
            (_, Some(from)) if is_float => {
                self.same_sort(terms, Op::FConvert(width as u8), Sort::Bits(from), 1, depth)
            }
            (_, Some(from)) => {
                let to = width as u8;
                let op = *self.random.pick(&[Op::FToUnsigned(to), Op::FToSigned(to)]);
                self.same_sort(terms, op, Sort::Bits(from), 1, depth)
            }
            (_, None) => self.bits(terms, width, depth),
        }
    }

    /// An application of one of two functions, named after their sort.
    fn opaque(&mut self, terms: &mut Terms, sort: Sort, depth: u32) -> Term {
        let kind = *self.random.pick(&["f", "g"]);
        let name = match sort {
            Sort::Bool => format!("{kind}.bool"),
            Sort::Bits(width) => format!("{kind}.{width}"),
        };
        let operand = self.term(terms, sort, depth);
        terms.opaque(&name, sort, &[operand])
    }

    fn same_sort(&mut self, terms: &mut Terms, op: Op, sort: Sort, count: u32, depth: u32) -> Term {
        let operands: Vec<Term> = (0..count).map(|_| self.term(terms, sort, depth)).collect();
        self.node(terms, op, &operands)
    }

    fn leaf(&mut self, terms: &mut Terms, sort: Sort) -> Term {
        if self.options.variables.is_empty() || self.random.one_in(3) {
            let value = self.random.value(sort);
            return terms.constant(sort, value);
        }
        let same: Vec<Term> =
            self.options.variables.iter().copied().filter(|&v| terms.sort(v) == sort).collect();
        if !same.is_empty() {
            return *self.random.pick(&same);
        }
        let variable = *self.random.pick(&self.options.variables);
        let bits = match terms.sort(variable) {
            Sort::Bool => self.node(terms, Op::FromBool, &[variable]),
            Sort::Bits(_) => variable,
        };
        let (from, to) = (terms.width(bits), sort.width());
        let resized = if to < from {
            let low = self.random.between(0, from - to);
            let high = low + to - 1;
            self.node(terms, Op::Extract { high: high as u8, low: low as u8 }, &[bits])
        } else {
            let op = *self.random.pick(&[Op::ZeroExtend(to as u8), Op::SignExtend(to as u8)]);
            self.node(terms, op, &[bits])
        };
        if sort.is_bool() {
            let one = terms.bits(1, 1);
            return self.node(terms, Op::Eq, &[resized, one]);
        }
        resized
    }

    fn node(&mut self, terms: &mut Terms, op: Op, operands: &[Term]) -> Term {
        if self.options.raw {
            raw(terms, op, operands).expect("the generator should fit operands to operations")
        } else {
            terms.apply(op, operands)
        }
    }

    fn may_multiply(&mut self, width: u32) -> bool {
        width <= 16 || !self.options.rare_wide_products || self.random.one_in(16)
    }

    /// Mostly a width that programs use, or that of a variable.
    fn any_width(&mut self) -> u32 {
        let width = match self.random.below(4) {
            0 => self.random.between(1, self.options.max_width),
            _ => *self.random.pick(&[1, 8, 16, 32, 32, 64]),
        };
        width.min(self.options.max_width)
    }

    fn float_width(&mut self) -> Option<u32> {
        let width = *self.random.pick(&[32, 64]);
        match self.options.max_width {
            64.. => Some(width),
            32.. => Some(32),
            _ => None,
        }
    }
}
