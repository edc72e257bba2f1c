//! The ranges of variables at all points: the analysis in a form that concrete runs can be held against.

use rustc_hash::FxHashMap;
use whydunit_program::{LocalId, Point};

use crate::analysis::Analysis;
use crate::mined::Bounds;
use crate::numbers::Numbers;
use crate::numeric::Interval;
use crate::objects::{Content, Origin, Quantity};

/// What the integer variables of a function hold before a statement.
pub type Ranges = FxHashMap<LocalId, Bounds>;

impl Analysis<'_> {
    /// Of every point that a run can come to: what the variables of its function hold whenever one does, whoever called it.
    /// Those of which nothing is known are left out. Only of an analysis that was asked for what proofs rest on.
    pub fn ranges(&self) -> FxHashMap<Point, Ranges> {
        let mut joined: FxHashMap<Point, FxHashMap<LocalId, Interval>> = FxHashMap::default();
        let Some(passages) = &self.passages else { return FxHashMap::default() };
        for (node, of_node) in self.graph.nodes.iter().zip(&passages.of_node) {
            let locals = self.integer_locals(node.context);
            for passage in of_node {
                for (position, numbers) in passage.before.iter().enumerate() {
                    let point = self.graph.point(node, node.from + position as u32);
                    let here = ranges_of(numbers, &locals);
                    match joined.get_mut(&point) {
                        None => {
                            joined.insert(point, here);
                        }
                        Some(known) => {
                            known.retain(|local, range| match here.get(local) {
                                Some(other) => {
                                    *range = range.join(*other);
                                    true
                                }
                                None => false,
                            });
                        }
                    }
                }
            }
        }
        let bounds = |range: Interval| Bounds {
            low: (range.low != i128::MIN).then_some(range.low),
            high: (range.high != i128::MAX).then_some(range.high),
        };
        let shown = |ranges: FxHashMap<LocalId, Interval>| {
            ranges.into_iter().map(|(local, range)| (local, bounds(range))).collect()
        };
        joined.into_iter().map(|(point, ranges)| (point, shown(ranges))).collect()
    }

    /// The integer variables of a call instance, with their dimensions.
    fn integer_locals(
        &self,
        context: crate::graph::Context,
    ) -> Vec<(LocalId, crate::numeric::Dim)> {
        let mut found = Vec::new();
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            let Origin::Local(of, local) = object.origin else { continue };
            if of != context {
                continue;
            }
            if let [slot] = object.slots[..]
                && !self.objects.slot(slot).is_array()
                && matches!(self.objects.slot(slot).content, Content::Int(_))
                && let Some(dim) = self.objects.known_dim(Quantity::Value(slot))
            {
                found.push((local, dim));
            }
        }
        found
    }
}

fn ranges_of(
    numbers: &Numbers,
    locals: &[(LocalId, crate::numeric::Dim)],
) -> FxHashMap<LocalId, Interval> {
    let ranges = locals.iter().map(|(local, dim)| (*local, numbers.bounds(*dim)));
    ranges.filter(|(_, range)| !range.is_top()).collect()
}
