//! Witnesses: what other tools say about a failing run, and what we say to them.
//!
//! Which run of the program does a file describe? Three formats are read ([`read_witness`] tells them apart by their contents):
//! violation witnesses of SV-COMP as GraphML automata (format 1.0) and as YAML segments (format 2.x), and the JSON traces of CBMC.
//! All become a [`Witness`]: a few [`WitnessPath`]s, each a sequence of [`Waypoint`]s with what is stated about variables and
//! results of calls there. [`replay_witness`] finds the inputs that lead along such a path to a failure; what it returns
//! as failing has been run to that failure. [`write_graphml()`] and [`write_yaml()`] describe a failing run of ours
//! ([`FailingRun`]) in the first two formats.
//!
//! The formats: Beyer, Dangl, Dietsch, Heizmann, Stahlbauer, *Witness Validation and Stepwise Testification across Software
//! Verifiers* (FSE 2015); Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček, *Software Verification Witnesses 2.0* (SPIN 2024).
//!
//! Witnesses are hostile text until proved otherwise: readers do not recurse over it, expand nothing, and answer with a place
//! ([`WitnessError`]) where they cannot read on. What stands in an assumption that is not a plain comparison with a
//! constant is no error; it only tells us less.

mod cbmc;
mod expression;
mod graphml;
mod guide;
mod initial;
mod literal;
mod number;
mod places;
mod property;
mod receivers;
mod record;
mod replay;
mod steer;
mod visits;
mod write;
mod write_graphml;
mod write_yaml;
mod yaml;
mod yaml_tree;

use whydunit_interp::InputValue;

pub use property::{Property, witness_differences};
pub use record::FailingRun;
pub use replay::{Agreement, Replay, replay_witness};
pub use write_graphml::write_graphml;
pub use write_yaml::write_yaml;

/// Alternative descriptions of failing runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    pub format: WitnessFormat,
    /// The tool that wrote it.
    pub producer: Option<String>,
    /// SHA-256 of the program's files, in hexadecimal digits, with their names.
    pub program_hashes: Vec<(String, String)>,
    /// 32 or 64.
    pub pointer_bits: Option<u32>,
    /// Never empty.
    pub paths: Vec<WitnessPath>,
}

impl Witness {
    /// A witness for each of its paths: CBMC's output has one for every property that fails.
    pub fn split(&self) -> Vec<Witness> {
        let single = |path: &WitnessPath| Witness { paths: vec![path.clone()], ..self.clone() };
        self.paths.iter().map(single).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WitnessFormat {
    GraphMl,
    Yaml,
    CbmcJson,
}

/// One failing run, or several that have this in common.
#[derive(Clone, PartialEq, Debug)]
pub struct WitnessPath {
    /// In the order in which a run passes them.
    pub waypoints: Vec<Waypoint>,
    /// Where it fails.
    pub target: Option<Location>,
    pub property: Option<Property>,
}

/// A place that the run passes, and what holds there.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Waypoint {
    pub location: Option<Location>,
    pub facts: Vec<Fact>,
    /// The function whose variables the facts speak of.
    pub scope: Option<String>,
    /// The function that `\result` belongs to.
    pub result_function: Option<String>,
    /// The side that a branch takes there.
    pub branch: Option<bool>,
}

/// A place as other tools write it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Location {
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: Option<u32>,
    pub function: Option<String>,
}

/// `subject relation value`
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    pub subject: Subject,
    pub relation: Relation,
    pub value: InputValue,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A variable or a part of one, without spaces: `x`, `a[2]`, `(*p).x`.
    Variable(String),
    /// What a call returned.
    Result,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    /// The relation that holds of `b` and `a` when this one holds of `a` and `b`.
    pub(crate) fn swapped(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
            same => same,
        }
    }

    pub(crate) fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
        }
    }

    pub(crate) fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::LessEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterEqual => left >= right,
        }
    }
}

/// Why a text is not a witness that we can read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct WitnessError {
    pub message: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

impl WitnessError {
    pub(crate) fn new(message: impl Into<String>, line: usize, column: usize) -> WitnessError {
        let place = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).max(1);
        WitnessError { message: message.into(), line: place(line), column: place(column) }
    }
}

/// Reads a witness; its first character that is no space tells the format.
///
/// # Errors
/// The text is none of the formats, or describes no failing run (a correctness witness, a proof).
pub fn read_witness(text: &str) -> Result<Witness, WitnessError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(WitnessError::new("the witness is empty", 1, 1)),
        Some('<') => graphml::read(text),
        Some('[' | '{') => match cbmc::read(text) {
            // YAML may be written like JSON, and is where JSON is not CBMC's.
            Err(problem) if text.contains("violation_sequence") => {
                yaml::read(text).map_err(|other| if other.line > 1 { other } else { problem })
            }
            result => result,
        },
        Some(_) => yaml::read(text),
    }
}
