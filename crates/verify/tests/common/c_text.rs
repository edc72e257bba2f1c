//! A reader of C conditions: integers, operators, casts; names are given.
//!
//! Evaluation follows C, but for signed overflow, division by zero and bad shifts: these have no value.

/// A type of C's integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Int {
    pub(crate) bits: u32,
    pub(crate) signed: bool,
}

const INT: Int = Int { bits: 32, signed: true };

impl Int {
    fn wrap(self, value: i128) -> i128 {
        let unused = 128 - self.bits;
        match self.signed {
            true => (value << unused) >> unused,
            false => ((value as u128) << unused >> unused) as i128,
        }
    }

    fn promoted(self) -> Int {
        if self.bits < 32 { INT } else { self }
    }

    fn common(self, other: Int) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal => Int { bits: a.bits, signed: a.signed && b.signed },
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Value(i128, Int),
    /// By its number in the list of names.
    Name(usize),
    Cast(Int, Box<Expr>),
    Unary(char, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// By binding strength, weakest first.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Reads a whole text; `None` if something in it is not understood.
pub(crate) fn parse(text: &str, names: &[String]) -> Option<Expr> {
    let mut reader = Reader { rest: text.trim_start(), names };
    let expr = reader.binary(0)?;
    reader.rest.is_empty().then_some(expr)
}

struct Reader<'a> {
    rest: &'a str,
    names: &'a [String],
}

impl Reader<'_> {
    fn accept(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn operator(&mut self, level: usize) -> Option<&'static str> {
        let found = OPERATORS[level].iter().copied().find(|&operator| {
            let longer = OPERATORS.iter().flat_map(|row| row.iter()).any(|&other| {
                other.len() > operator.len()
                    && other.starts_with(operator)
                    && self.rest.starts_with(other)
            });
            self.rest.starts_with(operator) && !longer
        })?;
        self.accept(found).then_some(found)
    }

    fn binary(&mut self, level: usize) -> Option<Expr> {
        if level == OPERATORS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(level) {
            let right = self.binary(level + 1)?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expr> {
        for operator in ['-', '!', '~'] {
            if self.accept(operator.encode_utf8(&mut [0; 4])) {
                return Some(Expr::Unary(operator, Box::new(self.unary()?)));
            }
        }
        if let Some(name) = self.name() {
            return Some(Expr::Name(name));
        }
        if !self.accept("(") {
            return self.literal();
        }
        if let Some(ty) = self.type_name() {
            return Some(Expr::Cast(ty, Box::new(self.unary()?)));
        }
        let expr = self.binary(0)?;
        self.accept(")").then_some(expr)
    }

    /// The longest name that stands here.
    fn name(&mut self) -> Option<usize> {
        let fits = |name: &&(usize, &String)| {
            let after = self.rest.strip_prefix(name.1.as_str());
            after.is_some_and(|after| {
                !after.starts_with(|next: char| {
                    next.is_alphanumeric() || "_[.@<(".contains(next) || after.starts_with("->")
                })
            })
        };
        let all: Vec<(usize, &String)> = self.names.iter().enumerate().collect();
        let (index, name) = all.iter().filter(fits).max_by_key(|(_, name)| name.len())?;
        self.accept(name).then_some(*index)
    }

    /// A cast's type and its closing bracket.
    fn type_name(&mut self) -> Option<Int> {
        let (words, rest) = self.rest.split_once(')')?;
        let ty = match words {
            "int" | "signed int" => INT,
            "unsigned" | "unsigned int" => Int { bits: 32, signed: false },
            "char" | "signed char" => Int { bits: 8, signed: true },
            "unsigned char" => Int { bits: 8, signed: false },
            "short" => Int { bits: 16, signed: true },
            "unsigned short" => Int { bits: 16, signed: false },
            "long" | "long long" => Int { bits: 64, signed: true },
            "unsigned long" | "unsigned long long" => Int { bits: 64, signed: false },
            _ => return None,
        };
        self.rest = rest.trim_start();
        Some(ty)
    }

    fn literal(&mut self) -> Option<Expr> {
        if let Some(quoted) = self.rest.strip_prefix('\'') {
            let (inside, rest) = quoted.split_once('\'')?;
            let mut characters = inside.chars();
            let value = match (characters.next()?, characters.next()) {
                (plain, None) if plain.is_ascii() => plain as i128,
                _ => return None,
            };
            self.rest = rest.trim_start();
            return Some(Expr::Value(value, INT));
        }
        let end = self.rest.find(|next: char| !next.is_ascii_alphanumeric());
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
        let suffix = word[digits.len()..].to_ascii_lowercase();
        let (value, is_hex) = match digits.strip_prefix("0x") {
            Some(hex) => (i128::from_str_radix(hex, 16).ok()?, true),
            None => (digits.parse().ok()?, false),
        };
        self.rest = rest.trim_start();
        let mut types = vec![INT, Int { bits: 32, signed: false }];
        types.extend([Int { bits: 64, signed: true }, Int { bits: 64, signed: false }]);
        types.retain(|ty| match ty.signed {
            true => !suffix.contains('u'),
            false => is_hex || suffix.contains('u'),
        });
        types.retain(|ty| !suffix.contains('l') || ty.bits == 64);
        let ty = types.into_iter().find(|ty| ty.wrap(value) == value)?;
        Some(Expr::Value(value, ty))
    }
}

impl Expr {
    /// The value when names have these; `None` where C gives it none.
    pub(crate) fn value(&self, names: &[(i128, Int)]) -> Option<(i128, Int)> {
        match self {
            Expr::Value(value, ty) => Some((*value, *ty)),
            Expr::Name(index) => Some(names[*index]),
            Expr::Cast(ty, operand) => Some((ty.wrap(operand.value(names)?.0), *ty)),
            Expr::Unary('!', operand) => Some((i128::from(operand.value(names)?.0 == 0), INT)),
            Expr::Unary(operator, operand) => {
                let (value, ty) = operand.value(names)?;
                let ty = ty.promoted();
                let exact = if *operator == '-' { -value } else { !value };
                in_range(exact, ty)
            }
            Expr::Binary("&&", left, right) => {
                let is_true = left.value(names)?.0 != 0 && right.value(names)?.0 != 0;
                Some((is_true.into(), INT))
            }
            Expr::Binary("||", left, right) => {
                let is_true = left.value(names)?.0 != 0 || right.value(names)?.0 != 0;
                Some((is_true.into(), INT))
            }
            Expr::Binary(operator, left, right) => {
                binary(operator, left.value(names)?, right.value(names)?)
            }
        }
    }
}

fn in_range(exact: i128, ty: Int) -> Option<(i128, Int)> {
    let value = ty.wrap(exact);
    (!ty.signed || value == exact).then_some((value, ty))
}

fn binary(operator: &str, left: (i128, Int), right: (i128, Int)) -> Option<(i128, Int)> {
    if let "<<" | ">>" = operator {
        let ty = left.1.promoted();
        let by = u32::try_from(right.0).ok().filter(|&by| by < ty.bits)?;
        let exact = if operator == "<<" { left.0 << by } else { left.0 >> by };
        return in_range(exact, ty);
    }
    let ty = left.1.common(right.1);
    let (a, b) = (ty.wrap(left.0), ty.wrap(right.0));
    let truth = |truth: bool| Some((i128::from(truth), INT));
    match operator {
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "<" => truth(a < b),
        "<=" => truth(a <= b),
        ">" => truth(a > b),
        ">=" => truth(a >= b),
        "+" => in_range(a + b, ty),
        "-" => in_range(a - b, ty),
        "*" => in_range(a * b, ty),
        "/" => in_range(a.checked_div(b)?, ty),
        "%" => in_range(a.checked_rem(b)?, ty),
        "&" => in_range(a & b, ty),
        "|" => in_range(a | b, ty),
        "^" => in_range(a ^ b, ty),
        _ => None,
    }
}
