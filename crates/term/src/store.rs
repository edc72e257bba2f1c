//! The store: every distinct term once.
//!
//! Terms are small numbers; equal terms have equal numbers (hash consing), so comparing and sharing cost
//! nothing. A term's operands have smaller numbers than the term itself: ascending order is a topological order, and
//! traversals need neither recursion nor a stack (see [`crate::traverse`]).

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::op::{ConstantId, result_sort};
use crate::{Node, Op, Sort, SortError, Symbol, simplify};

/// A term of one [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    pub const FALSE: Term = Term(0);
    pub const TRUE: Term = Term(1);

    /// Position in the store; operands come before what they are used in.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    op: Op,
    sort: Sort,
    /// Range of [`Terms::operands`].
    start: u32,
    len: u32,
}

#[derive(Clone, Debug)]
struct SymbolInfo {
    name: Box<str>,
    sort: Sort,
}

/// Owns all terms. Two stores know nothing of each other: a term is good for the store that made it.
#[derive(Clone, Debug)]
pub struct Terms {
    entries: Vec<Entry>,
    operands: Vec<Term>,
    constants: Vec<u128>,
    constant_ids: FxHashMap<u128, ConstantId>,
    symbols: Vec<SymbolInfo>,
    symbol_ids: FxHashMap<Box<str>, Symbol>,
    /// Hash of a node to the terms that have it.
    index: hashbrown::HashTable<Term>,
    fresh: u32,
    pub(crate) effort: simplify::Effort,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

/// A place in one of the tables. What holds more than 2^32 of something has run out of memory before.
fn index(place: usize) -> u32 {
    u32::try_from(place).expect("fewer than 2^32 should do")
}

impl Terms {
    pub fn new() -> Terms {
        let mut terms = Terms {
            entries: Vec::new(),
            operands: Vec::new(),
            constants: Vec::new(),
            constant_ids: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_ids: FxHashMap::default(),
            index: hashbrown::HashTable::new(),
            fresh: 0,
            effort: simplify::Effort::default(),
        };
        let falsehood = terms.constant(Sort::Bool, 0);
        let truth = terms.constant(Sort::Bool, 1);
        debug_assert_eq!((falsehood, truth), (Term::FALSE, Term::TRUE));
        terms
    }

    /// Number of distinct terms made so far.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes held; for memory budgets.
    pub fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.operands.capacity() * size_of::<Term>()
            + self.index.capacity() * (size_of::<Term>() + 1)
            + self.constants.capacity() * 3 * size_of::<u128>()
            + self.symbols.iter().map(|symbol| 96 + 2 * symbol.name.len()).sum::<usize>()
    }

    pub fn node(&self, term: Term) -> Node<'_> {
        let entry = &self.entries[term.index()];
        let start = entry.start as usize;
        Node {
            op: entry.op,
            sort: entry.sort,
            children: &self.operands[start..start + entry.len as usize],
        }
    }

    pub fn op(&self, term: Term) -> Op {
        self.entries[term.index()].op
    }

    pub fn sort(&self, term: Term) -> Sort {
        self.entries[term.index()].sort
    }

    pub fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    pub fn children(&self, term: Term) -> &[Term] {
        self.node(term).children
    }

    /// The value of a constant; Booleans are 0 and 1.
    pub fn value(&self, term: Term) -> Option<u128> {
        match self.op(term) {
            Op::Constant(id) => Some(self.constants[id.0 as usize]),
            _ => None,
        }
    }

    pub fn symbol(&self, term: Term) -> Option<Symbol> {
        match self.op(term) {
            Op::Variable(symbol) => Some(symbol),
            _ => None,
        }
    }

    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.index()].sort
    }

    pub fn find_symbol(&self, name: &str) -> Option<Symbol> {
        self.symbol_ids.get(name).copied()
    }

    /// A constant; bits above the width are dropped.
    pub fn constant(&mut self, sort: Sort, value: u128) -> Term {
        assert!((1..=Sort::MAX_WIDTH).contains(&sort.width()), "the width should be 1 to 128");
        let value = value & sort.mask();
        let next = ConstantId(index(self.constants.len()));
        let id = *self.constant_ids.entry(value).or_insert(next);
        if id == next {
            self.constants.push(value);
        }
        self.intern(Op::Constant(id), sort, &[])
    }

    pub fn bits(&mut self, width: u32, value: u128) -> Term {
        self.constant(Sort::Bits(width), value)
    }

    pub fn bool(&mut self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// The variable of that name.
    ///
    /// # Panics
    /// When the name already stands for something of another sort.
    pub fn variable(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.declare(name, sort);
        self.intern(Op::Variable(symbol), sort, &[])
    }

    /// A variable with a name that nobody has used: `stem!1`, `stem!2`, …
    pub fn fresh(&mut self, stem: &str, sort: Sort) -> Term {
        loop {
            self.fresh += 1;
            let name = format!("{stem}!{}", self.fresh);
            if !self.symbol_ids.contains_key(name.as_str()) {
                return self.variable(&name, sort);
            }
        }
    }

    /// The uninterpreted function `name` applied to `operands`. Functions of one name agree in sort.
    pub fn opaque(&mut self, name: &str, sort: Sort, operands: &[Term]) -> Term {
        let symbol = self.declare(name, sort);
        self.intern(Op::Opaque(symbol), sort, operands)
    }

    fn declare(&mut self, name: &str, sort: Sort) -> Symbol {
        if let Some(&symbol) = self.symbol_ids.get(name) {
            assert_eq!(self.symbols[symbol.index()].sort, sort, "{name} should keep its sort");
            return symbol;
        }
        let symbol = Symbol(index(self.symbols.len()));
        self.symbols.push(SymbolInfo { name: name.into(), sort });
        self.symbol_ids.insert(name.into(), symbol);
        symbol
    }

    /// `op` applied to `operands`, simplified.
    ///
    /// # Panics
    /// When the operands do not fit the operation; see [`Terms::try_apply`].
    pub fn apply(&mut self, op: Op, operands: &[Term]) -> Term {
        self.try_apply(op, operands).unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn try_apply(&mut self, op: Op, operands: &[Term]) -> Result<Term, SortError> {
        let sort = match op {
            Op::Constant(_) | Op::Variable(_) | Op::Opaque(_) => {
                return Ok(self.intern(op, self.leaf_sort(op), operands));
            }
            _ => {
                let sorts: smallvec::SmallVec<[Sort; 4]> =
                    operands.iter().map(|&operand| self.sort(operand)).collect();
                result_sort(op, &sorts)?
            }
        };
        let term = simplify::build(self, op, sort, operands);
        debug_assert_eq!(self.sort(term), sort, "{op:?} should keep its sort");
        Ok(term)
    }

    fn leaf_sort(&self, op: Op) -> Sort {
        match op {
            Op::Variable(symbol) | Op::Opaque(symbol) => self.symbol_sort(symbol),
            _ => unreachable!("constants are made by `constant`"),
        }
    }

    /// The node as it stands, if it has been made.
    pub(crate) fn find(&self, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
        let same = |&term: &Term| {
            let node = self.node(term);
            node.op == op && node.sort == sort && node.children == operands
        };
        self.index.find(hash_of(op, sort, operands), same).copied()
    }

    /// The node as it stands, without simplification.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Term {
        let hash = hash_of(op, sort, operands);
        let Terms { entries, operands: pool, index, .. } = self;
        let same = |&term: &Term| {
            let entry = &entries[term.index()];
            let start = entry.start as usize;
            entry.op == op
                && entry.sort == sort
                && pool[start..start + entry.len as usize] == *operands
        };
        if let Some(&known) = index.find(hash, same) {
            return known;
        }
        let term = Term(self::index(entries.len()));
        let start = self::index(pool.len());
        pool.extend_from_slice(operands);
        entries.push(Entry { op, sort, start, len: self::index(operands.len()) });
        let rehash = |&term: &Term| {
            let entry = &entries[term.index()];
            let start = entry.start as usize;
            hash_of(entry.op, entry.sort, &pool[start..start + entry.len as usize])
        };
        index.insert_unique(hash, term, rehash);
        term
    }
}

fn hash_of(op: Op, sort: Sort, operands: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    sort.hash(&mut hasher);
    operands.hash(&mut hasher);
    hasher.finish()
}
