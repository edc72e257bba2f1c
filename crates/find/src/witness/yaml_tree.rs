//! YAML as a tree with places, and nothing that costs more than the text is long: no aliases, bounded depth.

use saphyr_parser::{Event, Marker, Parser};

use super::WitnessError;
use crate::limits::DEEPEST;

#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    at: Marker,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    Scalar(String),
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

impl Node {
    pub(super) fn error(&self, message: impl Into<String>) -> WitnessError {
        error_at(&self.at, message)
    }

    pub(super) fn scalar(&self, what: &str) -> Result<&str, WitnessError> {
        match &self.kind {
            NodeKind::Scalar(text) => Ok(text),
            _ => Err(self.error(format!("{what} should be a single value"))),
        }
    }

    pub(super) fn sequence(&self, what: &str) -> Result<&[Node], WitnessError> {
        match &self.kind {
            NodeKind::Sequence(items) => Ok(items),
            _ => Err(self.error(format!("{what} should be a list"))),
        }
    }

    /// The value of a key; none in anything but a mapping.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        let NodeKind::Mapping(pairs) = &self.kind else { return None };
        let is_it = |node: &Node| matches!(&node.kind, NodeKind::Scalar(text) if text == key);
        pairs.iter().find(|(name, _)| is_it(name)).map(|(_, value)| value)
    }

    pub(super) fn require(&self, key: &str, what: &str) -> Result<&Node, WitnessError> {
        match self.kind {
            NodeKind::Mapping(_) => {
                self.get(key).ok_or_else(|| self.error(format!("{what} has no `{key}`")))
            }
            _ => Err(self.error(format!("{what} should have keys, `{key}` among them"))),
        }
    }

    /// The scalar under a key, if there is one.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        match &self.get(key)?.kind {
            NodeKind::Scalar(text) => Some(text),
            _ => None,
        }
    }
}

fn error_at(at: &Marker, message: impl Into<String>) -> WitnessError {
    WitnessError::new(message, at.line(), at.col() + 1)
}

/// A list or mapping that is not complete.
enum Open {
    Sequence(Vec<Node>),
    /// With a key that waits for its value.
    Mapping(Vec<(Node, Node)>, Option<Node>),
}

/// The first document of the text.
pub(super) fn parse(text: &str) -> Result<Node, WitnessError> {
    let mut open: Vec<(Open, Marker)> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) =
            event.map_err(|problem| error_at(problem.marker(), problem.info().to_owned()))?;
        let at = span.start;
        let complete = match event {
            Event::Scalar(text, ..) => Node { kind: NodeKind::Scalar(text.into_owned()), at },
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= DEEPEST => {
                return Err(error_at(&at, format!("nested more than {DEEPEST} levels deep")));
            }
            Event::SequenceStart(..) => {
                open.push((Open::Sequence(Vec::new()), at));
                continue;
            }
            Event::MappingStart(..) => {
                open.push((Open::Mapping(Vec::new(), None), at));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((Open::Sequence(items), at)) => Node { kind: NodeKind::Sequence(items), at },
                Some((Open::Mapping(pairs, _), at)) => Node { kind: NodeKind::Mapping(pairs), at },
                None => return Err(error_at(&at, "unexpected end of a list")),
            },
            Event::Alias(_) => return Err(error_at(&at, "aliases are not supported in witnesses")),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => continue,
        };
        match open.last_mut() {
            None => return Ok(complete),
            Some((Open::Sequence(items), _)) => items.push(complete),
            Some((Open::Mapping(pairs, key), _)) => match key.take() {
                None => *key = Some(complete),
                Some(name) => pairs.push((name, complete)),
            },
        }
    }
    Err(WitnessError::new("the witness is empty", 1, 1))
}
