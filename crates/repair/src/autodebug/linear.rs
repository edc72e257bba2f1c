//! Linear combinations: what is compared when predicates of different states are compared.
//!
//! A term is a cell of the run, the contents of a cell when the run started, an address, or something that is
//! not linear and taken as a whole. Terms keep the order in which the program wrote them, for display; two
//! combinations are equal when their coefficients are, in whatever order. The element of an array remembers
//! by which index it was reached (`a[i=2]`), and that is no part of its identity: `a[i=2]` and `a[2]` are one
//! variable.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use whydunit_interp::{Cell, ObjectId};

/// What a coefficient belongs to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Key {
    Cell(Cell),
    /// What the cell held when the run started (`\old`).
    Entry(Cell),
    /// Address of an object, in elements of the pointer's type.
    Address(ObjectId, u64),
    /// A floating constant that is no integer, by its bits.
    Real(u64),
    /// An operation that is not linear.
    Op(&'static str, Vec<Linear>),
}

/// How the program reached a cell.
#[derive(Clone, Debug)]
pub(crate) struct Via {
    /// The call in which the names have a meaning.
    pub(crate) frame: u32,
    pub(crate) pieces: Vec<Piece>,
    /// Pointers that were followed, with what they held.
    pub(crate) pointers: Vec<(Cell, u64)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Index(Linear, i128),
}

#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) key: Key,
    pub(crate) via: Option<Rc<Via>>,
    pub(crate) coefficient: i128,
}

/// Σ coefficient · term + constant. No coefficient is zero, no term occurs twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) terms: Vec<Term>,
    pub(crate) constant: i128,
}

impl Linear {
    pub(crate) fn constant(value: i128) -> Linear {
        Linear { terms: Vec::new(), constant: value }
    }

    pub(crate) fn of(key: Key, via: Option<Rc<Via>>) -> Linear {
        Linear { terms: vec![Term { key, via, coefficient: 1 }], constant: 0 }
    }

    pub(crate) fn cell(cell: Cell) -> Linear {
        Linear::of(Key::Cell(cell), None)
    }

    /// An operation on operands, worked out where they are constants.
    pub(crate) fn operation(op: &'static str, operands: Vec<Linear>) -> Linear {
        let known: Option<Vec<i128>> = operands.iter().map(Linear::as_constant).collect();
        if let Some([a, b]) = known.as_deref() {
            let (a, b) = (*a, *b);
            let value = match op {
                "*" => a.checked_mul(b),
                "/" => a.checked_div(b),
                "%" => a.checked_rem(b),
                "&" => Some(a & b),
                "|" => Some(a | b),
                "^" => Some(a ^ b),
                _ => None,
            };
            if let Some(value) = value {
                return Linear::constant(value);
            }
        }
        if let ("*", [a, b]) = (op, operands.as_slice()) {
            if let Some(factor) = a.as_constant() {
                return b.times(factor);
            }
            if let Some(factor) = b.as_constant() {
                return a.times(factor);
            }
        }
        Linear::of(Key::Op(op, operands), None)
    }

    pub(crate) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(crate) fn add(&mut self, other: &Linear, factor: i128) {
        for term in &other.terms {
            self.add_term(term, factor);
        }
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(factor));
    }

    fn add_term(&mut self, term: &Term, factor: i128) {
        let added = term.coefficient.wrapping_mul(factor);
        match self.terms.iter().position(|known| known.key == term.key) {
            Some(at) => {
                let known = &mut self.terms[at];
                known.coefficient = known.coefficient.wrapping_add(added);
                if known.via.is_none() {
                    known.via.clone_from(&term.via);
                }
                if known.coefficient == 0 {
                    self.terms.remove(at);
                }
            }
            None if added == 0 => {}
            None => self.terms.push(Term { coefficient: added, ..term.clone() }),
        }
    }

    pub(crate) fn plus(&self, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.add(other, 1);
        sum
    }

    pub(crate) fn minus(&self, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.add(other, -1);
        sum
    }

    pub(crate) fn times(&self, factor: i128) -> Linear {
        let mut product = Linear::default();
        product.add(self, factor);
        product
    }

    pub(crate) fn without_constant(&self) -> Linear {
        Linear { terms: self.terms.clone(), constant: 0 }
    }

    pub(crate) fn coefficient(&self, key: &Key) -> i128 {
        self.terms.iter().find(|term| term.key == *key).map_or(0, |term| term.coefficient)
    }

    /// The cells it speaks of, operands of operations included, indices not.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.collect_cells(false, &mut cells);
        cells
    }

    /// The same with the cells that indices are computed from.
    pub(crate) fn cells_and_indices(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.collect_cells(true, &mut cells);
        cells
    }

    fn collect_cells(&self, indices: bool, cells: &mut Vec<Cell>) {
        for term in &self.terms {
            match &term.key {
                Key::Cell(cell) if !cells.contains(cell) => cells.push(*cell),
                Key::Op(_, operands) => {
                    operands.iter().for_each(|operand| operand.collect_cells(indices, cells));
                }
                _ => {}
            }
            for piece in term.via.iter().filter(|_| indices).flat_map(|via| &via.pieces) {
                if let Piece::Index(index, _) = piece {
                    index.collect_cells(indices, cells);
                }
            }
        }
    }

    /// Is there a cell like that in it, or, if asked for, in its indices?
    pub(crate) fn mentions(&self, indices: bool, wanted: &dyn Fn(Cell) -> bool) -> bool {
        self.terms.iter().any(|term| {
            let in_key = match &term.key {
                Key::Cell(cell) => wanted(*cell),
                Key::Op(_, operands) => operands.iter().any(|part| part.mentions(indices, wanted)),
                _ => false,
            };
            let mut pieces = term.via.iter().filter(|_| indices).flat_map(|via| &via.pieces);
            in_key
                || pieces.any(|piece| match piece {
                    Piece::Index(index, _) => index.mentions(indices, wanted),
                    Piece::Text(_) => false,
                })
        })
    }

    /// Does the value depend on the cell?
    pub(crate) fn has(&self, cell: Cell) -> bool {
        self.mentions(false, &|own| own == cell)
    }

    /// Does an index depend on the cell?
    pub(crate) fn has_index(&self, cell: Cell) -> bool {
        self.terms.iter().any(|term| {
            let in_index = term.via.iter().flat_map(|via| &via.pieces).any(|piece| match piece {
                Piece::Index(index, _) => index.has(cell) || index.has_index(cell),
                Piece::Text(_) => false,
            });
            in_index
                || match &term.key {
                    Key::Op(_, operands) => operands.iter().any(|operand| operand.has_index(cell)),
                    _ => false,
                }
        })
    }

    /// Every cell for which `by` has something else becomes that, in indices as well.
    pub(crate) fn substitute(&self, by: &dyn Fn(Cell) -> Option<Linear>) -> Linear {
        let mut result = Linear::constant(self.constant);
        for term in &self.terms {
            let replaced = match &term.key {
                Key::Cell(cell) => by(*cell),
                Key::Op(op, operands) => {
                    let operands = operands.iter().map(|operand| operand.substitute(by)).collect();
                    Some(Linear::operation(op, operands))
                }
                _ => None,
            };
            match replaced {
                Some(replaced) => result.add(&replaced, term.coefficient),
                None => {
                    let via = term.via.as_ref().map(|via| substitute_via(via, by));
                    result.add_term(&Term { via, ..term.clone() }, 1);
                }
            }
        }
        result
    }

    /// Forgets by which index elements were reached where it depends on the cell.
    pub(crate) fn forget_indices(&mut self, cell: Cell) {
        for term in &mut self.terms {
            let depends = term.via.iter().flat_map(|via| &via.pieces).any(|piece| match piece {
                Piece::Index(index, _) => index.has(cell) || index.has_index(cell),
                Piece::Text(_) => false,
            });
            if depends {
                term.via = None;
            }
        }
    }

    fn sorted(&self) -> Vec<(&Key, i128)> {
        let mut sorted: Vec<(&Key, i128)> =
            self.terms.iter().map(|term| (&term.key, term.coefficient)).collect();
        sorted.sort();
        sorted
    }

    /// How the program writes it: `s-a[i=2]`, `2*x+1`.
    pub(crate) fn show(&self, name: &dyn Fn(Cell) -> String) -> String {
        let mut text = String::new();
        for term in &self.terms {
            match term.coefficient {
                1 if text.is_empty() => {}
                1 => text.push('+'),
                -1 => text.push('-'),
                coefficient => {
                    let plus = if text.is_empty() || coefficient < 0 { "" } else { "+" };
                    text.push_str(&format!("{plus}{coefficient}*"));
                }
            }
            let shown = term.show(name);
            let is_alone = self.terms.len() == 1 && self.constant == 0 && term.coefficient == 1;
            match &term.key {
                Key::Op(..) if !is_alone && term.via.is_none() => {
                    text.push_str(&format!("({shown})"));
                }
                _ => text.push_str(&shown),
            }
        }
        match self.constant {
            constant if text.is_empty() => constant.to_string(),
            0 => text,
            constant => format!("{text}{constant:+}"),
        }
    }
}

impl Term {
    fn show(&self, name: &dyn Fn(Cell) -> String) -> String {
        if let Some(via) = &self.via {
            let piece = |piece: &Piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Index(index, value) if index.terms.is_empty() => value.to_string(),
                Piece::Index(index, value) => format!("{}={value}", index.show(name)),
            };
            return via.pieces.iter().map(piece).collect();
        }
        match &self.key {
            Key::Cell(cell) => name(*cell),
            Key::Entry(cell) => format!("\\old({})", name(*cell)),
            Key::Address(object, _) => {
                let text = name(Cell::memory(*object, 0, 0));
                format!("&{text}")
            }
            Key::Real(bits) => format!("{:?}", f64::from_bits(*bits)),
            Key::Op(op, operands) => {
                let operands: Vec<String> =
                    operands.iter().map(|operand| operand.show(name)).collect();
                match operands.as_slice() {
                    [left, right] => format!("({left}){op}({right})"),
                    _ => format!("{op}({})", operands.join(", ")),
                }
            }
        }
    }
}

fn substitute_via(via: &Rc<Via>, by: &dyn Fn(Cell) -> Option<Linear>) -> Rc<Via> {
    let changes = |piece: &Piece| match piece {
        Piece::Index(index, _) => {
            index.cells_and_indices().into_iter().any(|cell| by(cell).is_some())
        }
        Piece::Text(_) => false,
    };
    if !via.pieces.iter().any(changes) {
        return Rc::clone(via);
    }
    let pieces = via.pieces.iter().map(|piece| match piece {
        Piece::Index(index, value) => Piece::Index(index.substitute(by), *value),
        Piece::Text(text) => Piece::Text(text.clone()),
    });
    Rc::new(Via { pieces: pieces.collect(), pointers: via.pointers.clone(), frame: via.frame })
}

impl PartialEq for Linear {
    fn eq(&self, other: &Linear) -> bool {
        self.constant == other.constant
            && self.terms.len() == other.terms.len()
            && self.sorted() == other.sorted()
    }
}

impl Eq for Linear {}

impl PartialOrd for Linear {
    fn partial_cmp(&self, other: &Linear) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Linear {
    fn cmp(&self, other: &Linear) -> Ordering {
        self.sorted().cmp(&other.sorted()).then(self.constant.cmp(&other.constant))
    }
}

impl Hash for Linear {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
        self.constant.hash(state);
    }
}
