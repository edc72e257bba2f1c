//! Terms as SMT-LIB text, linear in the number of distinct terms.
//!
//! A term that is used more than once, or whose text grows long, becomes a definition `$1`, `$2`, ... and is referred to by
//! that; others are written where they are used. So sharing is kept and nesting stays shallow however deep the term. What was
//! declared or defined stays known to the printer: later terms of one conversation refer to it.

use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_term::{Op, Sort, Symbol, Term, Terms};

use super::float::{self, Said};
use super::names::Names;
use super::operation;
use crate::float::is_float;
use crate::limits::LONGEST_INLINE;

#[derive(Clone, Debug, Default)]
pub(crate) struct Printer {
    names: Names,
    symbols: FxHashMap<(Symbol, Signature), String>,
    texts: FxHashMap<Term, String>,
    definitions: u32,
}

/// What a symbol is used as. A name may stand for functions of different operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Signature {
    Variable,
    Function(Vec<Sort>),
}

impl Printer {
    /// Writes the declarations and definitions that the terms need and that have not been written before. `kept` says whether the
    /// terms between may be asked for again by later calls.
    pub(crate) fn define(
        &mut self,
        out: &mut dyn Write,
        terms: &Terms,
        roots: &[Term],
        kept: bool,
    ) -> fmt::Result {
        let order = self.unknown_below(terms, roots);
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &term in &order {
            for &child in terms.children(term) {
                *uses.entry(child).or_default() += 1;
            }
        }
        let only_roots: FxHashSet<Term> =
            roots.iter().copied().filter(|root| !uses.contains_key(root)).collect();
        for &root in roots {
            *uses.entry(root).or_default() += 1;
        }
        for &term in &order {
            let text = self.application(out, terms, term)?;
            let is_symbol = !text.starts_with('(');
            let long = text.len() > LONGEST_INLINE && !only_roots.contains(&term);
            let name = !is_symbol && (kept || long || uses[&term] > 1);
            let text = if name { self.named(out, terms, term, &text)? } else { text };
            self.texts.insert(term, text);
        }
        Ok(())
    }

    /// The text of a term after [`Printer::define`].
    pub(crate) fn text(&self, term: Term) -> &str {
        &self.texts[&term]
    }

    /// A symbol for something that is not a term, such as an assertion.
    pub(crate) fn unique_name(&mut self, wanted: &str) -> String {
        self.names.unique(wanted)
    }

    /// A name of the printer's own.
    pub(crate) fn next_definition(&mut self) -> String {
        self.definitions += 1;
        format!("${}", self.definitions)
    }

    fn unknown_below(&self, terms: &Terms, roots: &[Term]) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut pending = roots.to_vec();
        let mut order = Vec::new();
        while let Some(term) = pending.pop() {
            if !self.texts.contains_key(&term) && seen.insert(term) {
                order.push(term);
                pending.extend_from_slice(terms.children(term));
            }
        }
        order.sort_unstable();
        order
    }

    fn named(
        &mut self,
        out: &mut dyn Write,
        terms: &Terms,
        term: Term,
        text: &str,
    ) -> Result<String, fmt::Error> {
        let name = self.next_definition();
        let sort = operation::sort(terms.sort(term));
        writeln!(out, "(define-fun {name} () {sort} {text})")?;
        Ok(name)
    }

    /// The text of a term whose operands have theirs.
    fn application(
        &mut self,
        out: &mut dyn Write,
        terms: &Terms,
        term: Term,
    ) -> Result<String, fmt::Error> {
        let node = terms.node(term);
        let function = match node.op {
            Op::Constant(_) => {
                let value = terms.value(term).expect("a constant should have a value");
                return Ok(operation::constant(node.sort, value));
            }
            Op::Variable(symbol) => return self.symbol(out, terms, symbol, Signature::Variable),
            Op::Opaque(symbol) => {
                let sorts = node.children.iter().map(|&child| terms.sort(child)).collect();
                Some(self.symbol(out, terms, symbol, Signature::Function(sorts))?)
            }
            _ => None,
        };
        let name = is_float(node.op).then(|| self.next_definition());
        let operands: Vec<&str> = node.children.iter().map(|child| self.text(*child)).collect();
        let width = node.children.first().map_or(1, |&child| terms.width(child));
        Ok(match (function, name) {
            (Some(function), _) if operands.is_empty() => function,
            (Some(function), _) => format!("({function} {})", operands.join(" ")),
            (None, Some(name)) => match float::apply(node.op, width, &operands, &name) {
                Said::Term(text) => text,
                Said::Constrained(formula) => {
                    writeln!(out, "(declare-fun {name} () {})", operation::sort(node.sort))?;
                    writeln!(out, "(assert {formula})")?;
                    name
                }
            },
            (None, None) => operation::apply(node.op, width, &operands),
        })
    }

    fn symbol(
        &mut self,
        out: &mut dyn Write,
        terms: &Terms,
        symbol: Symbol,
        signature: Signature,
    ) -> Result<String, fmt::Error> {
        let key = (symbol, signature);
        if let Some(known) = self.symbols.get(&key) {
            return Ok(known.clone());
        }
        let name = self.names.unique(terms.symbol_name(symbol));
        let operands: Vec<String> = match &key.1 {
            Signature::Variable => Vec::new(),
            Signature::Function(sorts) => sorts.iter().copied().map(operation::sort).collect(),
        };
        let sort = operation::sort(terms.symbol_sort(symbol));
        writeln!(out, "(declare-fun {name} ({}) {sort})", operands.join(" "))?;
        self.symbols.insert(key, name.clone());
        Ok(name)
    }
}
