//! Printing; see the module above for the form of the text.

use std::fmt::{self, Formatter};

use rustc_hash::FxHashMap;

use crate::text::syntax;
use crate::{Op, Sort, Symbol, Term, Terms};

/// A term that can be printed.
#[derive(Clone, Copy, Debug)]
pub struct Display<'a> {
    terms: &'a Terms,
    term: Term,
}

impl Terms {
    /// The term as text that [`Terms::parse`] reads.
    pub fn display(&self, term: Term) -> Display<'_> {
        Display { terms: self, term }
    }
}

/// What is still to be printed, last first.
enum Item {
    Operand(Term),
    Close,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let shared = self.shared();
        let names: FxHashMap<Term, usize> =
            shared.iter().enumerate().map(|(index, &term)| (term, index + 1)).collect();
        if shared.is_empty() {
            return self.write(f, &names, self.term);
        }
        f.write_str("(let (")?;
        for (index, &term) in shared.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}(${} ", index + 1)?;
            self.write(f, &names, term)?;
            f.write_str(")")?;
        }
        f.write_str(") ")?;
        self.write(f, &names, self.term)?;
        f.write_str(")")
    }
}

impl Display<'_> {
    /// The terms with operands that are used more than once, operands before their users.
    fn shared(&self) -> Vec<Term> {
        let below = self.terms.post_order(&[self.term]);
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        for &user in &below {
            for &operand in self.terms.children(user) {
                *uses.entry(operand).or_default() += 1;
            }
        }
        let is_shared = |term: &Term| {
            !self.terms.children(*term).is_empty() && uses.get(term).is_some_and(|&count| count > 1)
        };
        below.into_iter().filter(is_shared).collect()
    }

    /// Writes one term in full, with names for what has one below it.
    fn write(
        &self,
        f: &mut Formatter<'_>,
        names: &FxHashMap<Term, usize>,
        root: Term,
    ) -> fmt::Result {
        let mut pending = vec![Item::Operand(root)];
        let mut at_start = true;
        while let Some(item) = pending.pop() {
            let term = match item {
                Item::Close => {
                    f.write_str(")")?;
                    continue;
                }
                Item::Operand(term) => term,
            };
            if !at_start {
                f.write_str(" ")?;
            }
            if let Some(index) = names.get(&term)
                && !at_start
            {
                write!(f, "${index}")?;
                continue;
            }
            at_start = false;
            if self.write_head(f, term)? {
                pending.push(Item::Close);
                pending.extend(self.terms.children(term).iter().rev().map(|&c| Item::Operand(c)));
            }
        }
        Ok(())
    }

    /// Writes a leaf, or an opening parenthesis with the operation; says whether operands follow.
    fn write_head(&self, f: &mut Formatter<'_>, term: Term) -> Result<bool, fmt::Error> {
        match self.terms.op(term) {
            Op::Constant(_) => self.write_constant(f, term).map(|()| false),
            Op::Variable(symbol) => self.write_symbol(f, symbol).map(|()| false),
            Op::Opaque(symbol) => {
                f.write_str("(")?;
                self.write_symbol(f, symbol)?;
                Ok(true)
            }
            op => {
                let (name, numbers) = syntax::name(op).ok_or(fmt::Error)?;
                write!(f, "({name}")?;
                for number in numbers {
                    write!(f, " {number}")?;
                }
                Ok(true)
            }
        }
    }

    fn write_constant(&self, f: &mut Formatter<'_>, term: Term) -> fmt::Result {
        let value = self.terms.value(term).ok_or(fmt::Error)?;
        match self.terms.sort(term) {
            Sort::Bool => write!(f, "{}", value == 1),
            Sort::Bits(width) if width % 4 == 0 => {
                write!(f, "#x{value:0digits$x}", digits = width as usize / 4)
            }
            Sort::Bits(width) => write!(f, "#b{value:0digits$b}", digits = width as usize),
        }
    }

    fn write_symbol(&self, f: &mut Formatter<'_>, symbol: Symbol) -> fmt::Result {
        let name = self.terms.symbol_name(symbol);
        if syntax::is_plain(name) {
            f.write_str(name)?;
        } else {
            write!(f, "|{}|", name.replace('\\', "\\\\").replace('|', "\\|"))?;
        }
        match self.terms.symbol_sort(symbol) {
            Sort::Bool => f.write_str(":bool"),
            Sort::Bits(width) => write!(f, ":{width}"),
        }
    }
}
