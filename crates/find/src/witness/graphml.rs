//! Violation witnesses of format 1.0: an automaton in GraphML whose edges carry lines, branches and assumptions.
//!
//! A path from the entry to a violation that avoids the sinks becomes one [`WitnessPath`]. Automata of real tools are mostly
//! one such path; where they are not, the first few in the order of the document are taken.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use super::{
    Location, Property, Waypoint, Witness, WitnessError, WitnessFormat, WitnessPath, expression,
};
use crate::limits::{MOST_PATHS, MOST_TRIED};

pub(super) fn read(text: &str) -> Result<Witness, WitnessError> {
    let document = Document::parse(text).map_err(|problem| {
        let at = problem.pos();
        WitnessError::new(problem.to_string(), at.row as usize, at.col as usize)
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return Err(error(root, "not GraphML: the root element should be `graphml`"));
    }
    let keys = keys(root);
    let graph =
        children(root, "graph").next().ok_or_else(|| error(root, "the witness has no `graph`"))?;
    let facts = data(graph, &keys);
    let get = |key: &str| facts.get(key).map(|value| value.trim());
    if let Some(kind) = get("witness-type")
        && kind != "violation_witness"
    {
        return Err(error(graph, format!("a `{kind}` describes no failing run")));
    }
    let property = get("specification").map(Property::of_specification);
    let automaton = Automaton::new(graph, &keys)?;
    let paths = automaton.paths();
    if paths.is_empty() {
        return Err(error(graph, "no path leads from the entry to a violation"));
    }
    let program_hashes = get("programhash")
        .map(|hash| (get("programfile").unwrap_or_default().to_owned(), hash.to_owned()));
    Ok(Witness {
        format: WitnessFormat::GraphMl,
        producer: get("producer").map(str::to_owned),
        program_hashes: program_hashes.into_iter().collect(),
        pointer_bits: match get("architecture") {
            Some("32bit") => Some(32),
            Some("64bit") => Some(64),
            _ => None,
        },
        paths: paths.iter().map(|path| automaton.describe(path, property.clone())).collect(),
    })
}

fn error(node: Node<'_, '_>, message: impl Into<String>) -> WitnessError {
    let at = node.document().text_pos_at(node.range().start);
    WitnessError::new(message, at.row as usize, at.col as usize)
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Keys whose own identifiers say nothing are known by their names.
fn keys<'a>(root: Node<'a, '_>) -> BTreeMap<&'a str, &'a str> {
    let mut keys = BTreeMap::new();
    for key in children(root, "key") {
        if let Some(id) = key.attribute("id") {
            let name = key.attribute("attr.name").unwrap_or(id);
            let is_numbered = id.strip_prefix('d').is_some_and(|rest| rest.parse::<u32>().is_ok());
            keys.insert(id, if is_numbered { name } else { id });
        }
    }
    keys
}

fn data<'a>(node: Node<'a, '_>, keys: &BTreeMap<&'a str, &'a str>) -> BTreeMap<&'a str, &'a str> {
    let mut values = BTreeMap::new();
    for data in children(node, "data") {
        if let Some(key) = data.attribute("key") {
            let name = keys.get(key).copied().unwrap_or(key);
            values.entry(name).or_insert(data.text().unwrap_or(""));
        }
    }
    values
}

struct Automaton {
    entry: usize,
    is_violation: Vec<bool>,
    edges: Vec<Edge>,
    /// Edges that leave each state towards a violation, in the order of the document.
    leaving: Vec<Vec<usize>>,
}

struct Edge {
    source: usize,
    target: usize,
    waypoint: Waypoint,
}

impl Automaton {
    fn new<'a>(
        graph: Node<'a, '_>,
        keys: &BTreeMap<&'a str, &'a str>,
    ) -> Result<Automaton, WitnessError> {
        let mut states = BTreeMap::new();
        let mut entry = None;
        let (mut is_violation, mut is_sink) = (Vec::new(), Vec::new());
        for node in children(graph, "node") {
            let id = node.attribute("id").ok_or_else(|| error(node, "a node has no `id`"))?;
            let number = is_violation.len();
            if states.insert(id, number).is_some() {
                return Err(error(node, format!("a second node `{id}`")));
            }
            let data = data(node, keys);
            let is = |key: &str| data.get(key).is_some_and(|value| value.trim() == "true");
            if (is("entry") || is("isEntryNode")) && entry.replace(number).is_some() {
                return Err(error(node, "a second entry node"));
            }
            is_violation.push(is("violation") || is("isViolationNode"));
            is_sink.push(is("sink") || is("isSinkNode"));
        }
        let entry = entry.ok_or_else(|| error(graph, "the witness has no entry node"))?;
        if !is_violation.contains(&true) {
            return Err(error(graph, "the witness has no violation node"));
        }
        let mut edges = Vec::new();
        for node in children(graph, "edge") {
            let end = |name: &str| {
                let id = node.attribute(name);
                let id = id.ok_or_else(|| error(node, format!("an edge has no `{name}`")))?;
                let found = states.get(id).copied();
                found.ok_or_else(|| error(node, format!("there is no node `{id}`")))
            };
            let (source, target) = (end("source")?, end("target")?);
            if !is_sink[source] && !is_sink[target] {
                edges.push(Edge { source, target, waypoint: waypoint(node, keys)? });
            }
        }
        let leaving = leaving(&edges, &is_violation);
        Ok(Automaton { entry, is_violation, edges, leaving })
    }

    /// Sequences of edges without repeated states, at most [`MOST_PATHS`].
    fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = Vec::new();
        let mut on_path = BTreeSet::from([self.entry]);
        let mut path: Vec<usize> = Vec::new();
        // For each state of the path the next of its edges to try.
        let mut cursors = vec![0];
        let mut budget = self.edges.len() + MOST_TRIED;
        if self.is_violation[self.entry] {
            return vec![path];
        }
        while let Some(cursor) = cursors.last_mut() {
            let state = path.last().map_or(self.entry, |&edge| self.edges[edge].target);
            let next = self.leaving[state].get(*cursor).copied();
            *cursor += 1;
            match next {
                Some(_) if budget == 0 => return paths,
                Some(edge) => {
                    budget -= 1;
                    let target = self.edges[edge].target;
                    if self.is_violation[target] {
                        path.push(edge);
                        paths.push(path.clone());
                        path.pop();
                        if paths.len() == MOST_PATHS {
                            return paths;
                        }
                    } else if on_path.insert(target) {
                        path.push(edge);
                        cursors.push(0);
                    }
                }
                None => {
                    cursors.pop();
                    on_path.remove(&state);
                    path.pop();
                }
            }
        }
        paths
    }

    fn describe(&self, path: &[usize], property: Option<Property>) -> WitnessPath {
        let waypoints: Vec<Waypoint> =
            path.iter().map(|&edge| self.edges[edge].waypoint.clone()).collect();
        let target = waypoints.iter().rev().find_map(|waypoint| waypoint.location.clone());
        WitnessPath { waypoints, target, property }
    }
}

/// Leaves out edges that lead to no violation.
fn leaving(edges: &[Edge], is_violation: &[bool]) -> Vec<Vec<usize>> {
    let mut arriving = vec![Vec::new(); is_violation.len()];
    for edge in edges {
        arriving[edge.target].push(edge.source);
    }
    let mut leads = is_violation.to_vec();
    let mut todo: Vec<usize> = (0..leads.len()).filter(|&state| leads[state]).collect();
    while let Some(state) = todo.pop() {
        for &source in &arriving[state] {
            if !std::mem::replace(&mut leads[source], true) {
                todo.push(source);
            }
        }
    }
    let mut leaving = vec![Vec::new(); is_violation.len()];
    for (number, edge) in edges.iter().enumerate() {
        if leads[edge.target] {
            leaving[edge.source].push(number);
        }
    }
    leaving
}

fn waypoint<'a>(
    edge: Node<'a, '_>,
    keys: &BTreeMap<&'a str, &'a str>,
) -> Result<Waypoint, WitnessError> {
    let data = data(edge, keys);
    let get = |key: &str| data.get(key).map(|value| value.trim()).filter(|value| !value.is_empty());
    let name = |key: &str| get(key).map(str::to_owned);
    let location = match get("startline") {
        Some(line) => match line.parse() {
            Ok(line) if line > 0 => {
                Some(Location { file: name("originfile"), line, ..Location::default() })
            }
            _ => return Err(error(edge, format!("`{line}` is not the number of a line"))),
        },
        None => None,
    };
    Ok(Waypoint {
        location,
        facts: get("assumption").map(expression::facts).unwrap_or_default(),
        scope: name("assumption.scope"),
        result_function: name("assumption.resultfunction"),
        branch: match get("control") {
            Some("condition-true") => Some(true),
            Some("condition-false") => Some(false),
            _ => None,
        },
    })
}
