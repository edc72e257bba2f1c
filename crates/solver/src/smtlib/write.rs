//! A query as a script for any SMT-LIB solver.

use std::fmt::{self, Write};

use whydunit_term::{Op, Term, Terms};

use super::printer::Printer;
use crate::float::is_float;

/// One assertion of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedAssertion {
    /// What an unsatisfiable core calls it.
    pub name: Option<String>,
    /// Said in a comment before it.
    pub comment: Option<String>,
    pub term: Term,
}

/// What surrounds the assertions of a query.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct QueryOptions {
    /// Said in a comment at the top.
    pub title: Option<String>,
    /// The smallest logic that has all operations of the query, unless given.
    pub logic: Option<String>,
    /// Ask for an unsatisfiable core of the named assertions?
    pub produce_cores: bool,
    /// Ask for a model?
    pub produce_models: bool,
}

/// Writes a complete script: are these terms satisfiable together?
pub fn write_query(
    out: &mut impl Write,
    terms: &Terms,
    assertions: &[NamedAssertion],
    options: &QueryOptions,
) -> fmt::Result {
    let roots: Vec<Term> = assertions.iter().map(|assertion| assertion.term).collect();
    write_comment(out, options.title.as_deref())?;
    if options.produce_models {
        writeln!(out, "(set-option :produce-models true)")?;
    }
    if options.produce_cores {
        writeln!(out, "(set-option :produce-unsat-cores true)")?;
    }
    let logic = options.logic.as_deref().unwrap_or_else(|| Needs::of(terms, &roots).logic());
    writeln!(out, "(set-logic {logic})")?;
    let mut printer = Printer::default();
    printer.define(out, terms, &roots, false)?;
    for assertion in assertions {
        write_comment(out, assertion.comment.as_deref())?;
        let text = printer.text(assertion.term).to_owned();
        match &assertion.name {
            None => writeln!(out, "(assert {text})")?,
            Some(name) => {
                let name = printer.unique_name(name);
                writeln!(out, "(assert (! {text} :named {name}))")?;
            }
        }
    }
    writeln!(out, "(check-sat)")?;
    if options.produce_models {
        writeln!(out, "(get-model)")?;
    }
    if options.produce_cores {
        writeln!(out, "(get-unsat-core)")?;
    }
    Ok(())
}

fn write_comment(out: &mut impl Write, comment: Option<&str>) -> fmt::Result {
    for line in comment.unwrap_or_default().lines() {
        writeln!(out, "; {line}")?;
    }
    Ok(())
}

/// Theories that some terms need beyond bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Needs {
    pub(crate) functions: bool,
    pub(crate) floats: bool,
}

impl Needs {
    pub(crate) fn of(terms: &Terms, roots: &[Term]) -> Needs {
        let operations = terms.post_order(roots).into_iter().map(|term| terms.op(term));
        operations.map(Needs::of_operation).fold(Needs::default(), Needs::union)
    }

    pub(crate) fn of_operation(op: Op) -> Needs {
        Needs { functions: matches!(op, Op::Opaque(_)), floats: is_float(op) }
    }

    pub(crate) fn union(self, other: Needs) -> Needs {
        Needs { functions: self.functions || other.functions, floats: self.floats || other.floats }
    }

    pub(crate) fn logic(self) -> &'static str {
        match (self.functions, self.floats) {
            (false, false) => "QF_BV",
            (true, false) => "QF_UFBV",
            (false, true) => "QF_BVFP",
            (true, true) => "ALL",
        }
    }
}
