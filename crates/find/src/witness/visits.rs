//! A path as a sequence of visits to lines, with what is stated at each.
//!
//! Tools take one statement apart in different ways, so neighbouring waypoints on the same line are one visit. Waypoints on lines
//! without code of ours (declarations, other files) are no visits: what they state belongs to the visit before.

use whydunit_interp::InputValue;

use super::places::{Lines, Places, Site};
use super::{Fact, Relation, Subject, Waypoint, WitnessPath};

#[derive(Debug)]
pub(super) struct Visit {
    /// `None` for the start of the run.
    pub(super) site: Option<Site>,
    pub(super) facts: Vec<StatedFact>,
    /// The side that the branch takes; of a condition that a tool takes apart, the outcome.
    pub(super) branch: Option<bool>,
}

/// A fact with everything that tells which variable or call it is about.
#[derive(Clone, Debug)]
pub(super) struct StatedFact {
    pub(super) fact: Fact,
    pub(super) scope: Option<String>,
    pub(super) result_function: Option<String>,
    pub(super) site: Option<Site>,
    pub(super) column: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Visits {
    /// The first is the start of the run.
    pub(super) visits: Vec<Visit>,
}

impl Visits {
    pub(super) fn new(places: &Places<'_>, path: &WitnessPath) -> Visits {
        let mut visits = vec![Visit { site: None, facts: Vec::new(), branch: None }];
        for waypoint in &path.waypoints {
            let site = waypoint.location.as_ref().map(|location| places.site(location));
            if site.is_some_and(|site| places.has_code(site))
                && visits.last().is_none_or(|visit| visit.site != site)
            {
                visits.push(Visit { site, facts: Vec::new(), branch: None });
            }
            if let Some(visit) = visits.last_mut() {
                stated(waypoint, site, &mut visit.facts);
                visit.branch = waypoint.branch.or(visit.branch);
            }
        }
        Visits { visits }
    }

    /// All facts in order.
    pub(super) fn facts(&self) -> impl Iterator<Item = &StatedFact> {
        self.visits.iter().flat_map(|visit| &visit.facts)
    }

    pub(super) fn is_visit(&self, index: usize, lines: Lines) -> bool {
        let site = self.visits.get(index).and_then(|visit| visit.site);
        site.is_some_and(|site| lines.contains(site))
    }
}

/// Facts about records and arrays become facts about their parts.
fn stated(waypoint: &Waypoint, site: Option<Site>, facts: &mut Vec<StatedFact>) {
    let mut todo: Vec<Fact> = waypoint.facts.iter().rev().cloned().collect();
    while let Some(fact) = todo.pop() {
        let part = |suffix: String, value: &InputValue| {
            let Subject::Variable(name) = &fact.subject else { return None };
            let subject = Subject::Variable(format!("{name}{suffix}"));
            Some(Fact { subject, relation: Relation::Equal, value: value.clone() })
        };
        match &fact.value {
            InputValue::Fields(fields) => {
                let parts = fields.iter().rev();
                todo.extend(parts.filter_map(|(name, value)| part(format!(".{name}"), value)));
            }
            InputValue::List(values) => {
                let parts = values.iter().enumerate().rev();
                todo.extend(parts.filter_map(|(index, value)| part(format!("[{index}]"), value)));
            }
            _ => facts.push(StatedFact {
                fact,
                scope: waypoint.scope.clone(),
                result_function: waypoint.result_function.clone(),
                site,
                column: waypoint.location.as_ref().and_then(|location| location.column),
            }),
        }
    }
}
