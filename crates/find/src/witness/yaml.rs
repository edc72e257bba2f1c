//! Violation witnesses of format 2.x: a list of entries, each a sequence of segments of waypoints.
//!
//! A segment ends with the waypoint that the run passes (`follow`); those that it avoids come before it. Waypoints to avoid
//! say nothing about the values of this run and are left out: what [`super::replay_witness`] finds is run anyway.

use super::yaml_tree::{Node, NodeKind, parse};
use super::{
    Location, Property, Waypoint, Witness, WitnessError, WitnessFormat, WitnessPath, expression,
};

pub(super) fn read(text: &str) -> Result<Witness, WitnessError> {
    let root = parse(text)?;
    let entries = match &root.kind {
        NodeKind::Sequence(entries) => entries.as_slice(),
        NodeKind::Mapping(_) => std::slice::from_ref(&root),
        NodeKind::Scalar(_) => {
            return Err(root.error("not a witness: expected GraphML, YAML entries or CBMC's JSON"));
        }
    };
    let mut witness = Witness {
        format: WitnessFormat::Yaml,
        producer: None,
        program_hashes: Vec::new(),
        pointer_bits: None,
        paths: Vec::new(),
    };
    let mut other = None;
    for entry in entries {
        let kind = entry.require("entry_type", "an entry")?.scalar("`entry_type`")?;
        if kind != "violation_sequence" {
            other = Some(kind);
            continue;
        }
        let property = match entry.get("metadata") {
            Some(metadata) => metadata_of(metadata, &mut witness),
            None => None,
        };
        witness.paths.push(path(entry.require("content", "an entry")?, property)?);
    }
    match other {
        _ if !witness.paths.is_empty() => Ok(witness),
        Some(kind) => Err(root.error(format!("no violation sequence: the entries are `{kind}`"))),
        None => Err(root.error("the witness has no entries")),
    }
}

fn metadata_of(metadata: &Node, witness: &mut Witness) -> Option<Property> {
    if let Some(producer) = metadata.get("producer") {
        let name = producer.text("name").unwrap_or("unknown");
        witness.producer = Some(match producer.text("version") {
            Some(version) => format!("{name} {version}"),
            None => name.to_owned(),
        });
    }
    let task = metadata.get("task")?;
    witness.pointer_bits = match task.text("data_model") {
        Some("ILP32" | "32bit") => Some(32),
        Some("LP64" | "64bit") => Some(64),
        _ => None,
    };
    if let Some(NodeKind::Mapping(pairs)) = task.get("input_file_hashes").map(|node| &node.kind) {
        for (file, hash) in pairs {
            if let (NodeKind::Scalar(file), NodeKind::Scalar(hash)) = (&file.kind, &hash.kind) {
                witness.program_hashes.push((file.clone(), hash.clone()));
            }
        }
    }
    task.text("specification").map(Property::of_specification)
}

fn path(content: &Node, property: Option<Property>) -> Result<WitnessPath, WitnessError> {
    let mut path = WitnessPath { waypoints: Vec::new(), target: None, property };
    for element in content.sequence("`content`")? {
        if let Some(cycle) = element.get("cycle") {
            return Err(cycle.error("witnesses of runs that do not end are not supported"));
        }
        let segment = element.require("segment", "an element of `content`")?;
        for item in segment.sequence("`segment`")? {
            let node = item.require("waypoint", "an element of a segment")?;
            match node.text("action") {
                Some("follow") => follow(node, &mut path)?,
                Some("avoid") => {}
                Some(action) => {
                    let node = node.get("action").unwrap_or(node);
                    return Err(node.error(format!("unknown action `{action}`")));
                }
                None => return Err(node.error("a waypoint has no `action`")),
            }
        }
    }
    if path.target.is_none() {
        return Err(content.error("the witness has no waypoint of type `target`"));
    }
    Ok(path)
}

fn follow(node: &Node, path: &mut WitnessPath) -> Result<(), WitnessError> {
    let kind_node = node.require("type", "a waypoint")?;
    let kind = kind_node.scalar("`type`")?;
    let location = location(node.require("location", "a waypoint")?)?;
    if path.target.is_some() {
        return Err(node.error("a waypoint after the one of type `target`"));
    }
    let constraint = node.get("constraint").and_then(|node| node.text("value"));
    let facts = match kind {
        "target" => {
            path.target = Some(location);
            return Ok(());
        }
        "assumption" | "function_return" => constraint.map(expression::facts).unwrap_or_default(),
        "branching" | "function_enter" => Vec::new(),
        _ => return Err(kind_node.error(format!("unknown type of waypoint `{kind}`"))),
    };
    let branch = match constraint.map(str::trim) {
        Some("true") if kind == "branching" => Some(true),
        Some("false") if kind == "branching" => Some(false),
        _ => None,
    };
    let scope = location.function.clone();
    let (location, result_function) = (Some(location), None);
    path.waypoints.push(Waypoint { location, facts, scope, result_function, branch });
    Ok(())
}

fn location(node: &Node) -> Result<Location, WitnessError> {
    let number = |node: &Node| -> Result<u32, WitnessError> {
        match node.scalar("a line or column")?.trim().parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(node.error("a line or column should be a number from 1 on")),
        }
    };
    Ok(Location {
        file: node.text("file_name").map(str::to_owned),
        line: number(node.require("line", "a location")?)?,
        column: node.get("column").map(number).transpose()?,
        function: node.text("function").map(str::to_owned),
    })
}
