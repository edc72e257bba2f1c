//! What is known at all points, as comparisons of variables: the analysis in a form that concrete runs can be held against.

use rustc_hash::FxHashMap;
use whydunit_program::{GlobalId, LocalId, Point};

use crate::analysis::Analysis;
use crate::graph::Context;
use crate::numeric::Dim;
use crate::objects::{Content, Origin, Quantity};

/// An integer variable that a function sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    Local(LocalId),
    Global(GlobalId),
}

/// A sum of multiples of variables, and a constant, that is at most 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    pub terms: Vec<(Variable, i128)>,
    pub constant: i128,
}

/// What may be so before a statement: in every run, all facts of at least one of these cases hold.
pub type Cases = Vec<Vec<Fact>>;

impl Analysis<'_> {
    /// Of every point that a run can come to: what is known of the variables of its function whenever one does, whoever called it.
    /// Only of an analysis that was asked for what proofs rest on.
    pub fn facts(&self) -> FxHashMap<Point, Cases> {
        let mut all: FxHashMap<Point, Cases> = FxHashMap::default();
        let Some(passages) = &self.passages else { return all };
        for (node, of_node) in self.graph.nodes.iter().zip(&passages.of_node) {
            let variables = self.integer_variables(node.context);
            for passage in of_node {
                for (position, numbers) in passage.before.iter().enumerate() {
                    let point = self.graph.point(node, node.from + position as u32);
                    let forms = numbers.forms_over(|dim| variables.contains_key(&dim));
                    let named = |(dim, factor): &(Dim, i128)| (variables[dim], *factor);
                    let case = forms
                        .iter()
                        .map(|form| Fact {
                            terms: form.terms.iter().map(named).collect(),
                            constant: form.constant,
                        })
                        .collect();
                    all.entry(point).or_default().push(case);
                }
            }
        }
        for cases in all.values_mut() {
            cases.sort();
            cases.dedup();
        }
        all
    }

    /// The integer variables of a call instance and the global ones, by their dimensions.
    fn integer_variables(&self, context: Context) -> FxHashMap<Dim, Variable> {
        let mut found = FxHashMap::default();
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            let variable = match object.origin {
                Origin::Local(of, local) if of == context => Variable::Local(local),
                Origin::Global(global) => Variable::Global(global),
                _ => continue,
            };
            if let [slot] = object.slots[..]
                && !self.objects.slot(slot).is_array()
                && matches!(self.objects.slot(slot).content, Content::Int(_))
                && self.objects.slot(slot).bits.is_none()
                && let Some(dim) = self.objects.known_dim(Quantity::Value(slot))
            {
                found.insert(dim, variable);
            }
        }
        found
    }
}
