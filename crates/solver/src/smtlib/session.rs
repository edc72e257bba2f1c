//! One formula in one running solver program: what it has been told, and what it answers.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_term::{Model, Term, Terms};

use super::printer::Printer;
use super::process::Process;
use super::read::Sexp;
use super::write::Needs;
use crate::limits::VALUES_AT_ONCE;
use crate::{Budget, Reason};

#[derive(Debug)]
pub(crate) struct Session {
    process: Process,
    printer: Printer,
    needs: Needs,
    /// How many of the asserted terms the program knows.
    told: usize,
    /// Names of assumptions.
    names: FxHashMap<Term, String>,
}

/// What the program says to a query.
#[derive(Debug)]
pub(crate) enum Reply {
    Sat,
    /// These assumptions are to blame, in the order in which they were given.
    Unsat(Vec<Term>),
    Unknown(String),
}

impl Session {
    /// Starts a formula that needs these theories.
    pub(crate) fn begin(process: Process, needs: Needs) -> Session {
        process.send(format!(
            "(set-option :print-success false)\n(set-option :produce-models true)\n\
             (set-option :produce-unsat-assumptions true)\n(set-logic {})\n",
            needs.logic()
        ));
        Session {
            process,
            printer: Printer::default(),
            needs,
            told: 0,
            names: FxHashMap::default(),
        }
    }

    pub(crate) fn needs(&self) -> Needs {
        self.needs
    }

    /// Makes the program forget the formula.
    pub(crate) fn reset(self) -> Process {
        self.process.send("(reset)\n".to_owned());
        self.process
    }

    /// Tells the program those of the asserted terms that it does not know.
    pub(crate) fn tell(&mut self, terms: &Terms, asserted: &[Term]) {
        let mut text = String::new();
        for &term in &asserted[self.told..] {
            self.define(&mut text, terms, term);
            text.push_str(&format!("(assert {})\n", self.printer.text(term)));
        }
        self.told = asserted.len();
        self.process.send(text);
    }

    fn define(&mut self, text: &mut String, terms: &Terms, term: Term) {
        self.printer.define(text, terms, &[term], true).expect("a string should take any text");
    }

    pub(crate) fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Reply, Reason> {
        let mut text = String::new();
        for &assumption in assumptions {
            if !self.names.contains_key(&assumption) {
                self.define(&mut text, terms, assumption);
                let name = self.printer.next_definition();
                let meaning = self.printer.text(assumption);
                let command =
                    format!("(declare-fun {name} () Bool)\n(assert (= {name} {meaning}))\n");
                text.push_str(&command);
                self.names.insert(assumption, name);
            }
        }
        if assumptions.is_empty() {
            text.push_str("(check-sat)\n");
        } else {
            let names: Vec<&str> = assumptions.iter().map(|term| &*self.names[term]).collect();
            writeln!(text, "(check-sat-assuming ({}))", names.join(" "))
                .expect("a string should take any text");
        }
        self.process.send(text);
        let answer = self.process.answer(budget)?;
        match answer.atom() {
            Some("sat") => Ok(Reply::Sat),
            Some("unsat") if assumptions.is_empty() => Ok(Reply::Unsat(Vec::new())),
            Some("unsat") => Ok(Reply::Unsat(self.blamed(assumptions, budget)?)),
            Some("unknown") => Ok(Reply::Unknown("the solver does not know".to_owned())),
            _ => Err(Reason::External(format!("unexpected answer {answer:?}"))),
        }
    }

    fn blamed(&mut self, assumptions: &[Term], budget: &Budget) -> Result<Vec<Term>, Reason> {
        self.process.send("(get-unsat-assumptions)\n".to_owned());
        let answer = self.process.answer(budget)?;
        let names: Option<FxHashSet<&str>> =
            answer.list().and_then(|items| items.iter().map(Sexp::atom).collect());
        let Some(names) = names else {
            return Err(Reason::External(format!("unexpected core {answer:?}")));
        };
        let mut core: Vec<Term> = Vec::new();
        for term in assumptions {
            if names.contains(self.names[term].as_str()) && !core.contains(term) {
                core.push(*term);
            }
        }
        Ok(core)
    }

    /// Values of variables, after [`Reply::Sat`].
    pub(crate) fn model(
        &mut self,
        terms: &Terms,
        variables: &[Term],
        budget: &Budget,
    ) -> Result<Model, Reason> {
        let mut model = Model::new();
        for variables in variables.chunks(VALUES_AT_ONCE) {
            let names: Vec<&str> = variables.iter().map(|&v| self.printer.text(v)).collect();
            self.process.send(format!("(get-value ({}))\n", names.join(" ")));
            let answer = self.process.answer(budget)?;
            let unexpected = || Reason::External(format!("unexpected values {answer:?}"));
            let pairs = answer.list().filter(|pairs| pairs.len() == variables.len());
            for (&variable, pair) in variables.iter().zip(pairs.ok_or_else(unexpected)?) {
                let value = match pair.list() {
                    Some([_, value]) => value.value(),
                    _ => None,
                };
                model.set_term(terms, variable, value.ok_or_else(unexpected)?);
            }
        }
        Ok(model)
    }
}
