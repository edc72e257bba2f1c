//! What we write has the form that the published formats ask for: keys, values, order, and nothing else.

use crate::witness_support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use roxmltree::Document;
use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};
use whydunit_find::{FailingRun, Replay, read_witness, write_graphml, write_yaml};
use witness_support::{Case, load};

const TIME: &str = "2026-01-31T12:00:00+01:00";

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witnesses")
}

/// The program with the inputs of that witness.
fn case(program: &str, witness: &str) -> Case {
    let mut case = load(&directory().join(program)).expect("should compile");
    let text = fs::read_to_string(directory().join(witness)).expect("should be readable");
    let witness = read_witness(&text).expect("should be a witness");
    let Replay::Fails { spec, .. } = case.replay(&witness) else { panic!("should fail") };
    case.spec = *spec;
    case
}

fn cases() -> Vec<Case> {
    vec![
        case("loop.c", "loop.results.yml"),
        case("functions.c", "functions.results.yml"),
        case("memory.c", "memory.results.yml"),
        case("parameters.c", "parameters.start.yml"),
        case("arguments.c", "arguments.start.yml"),
    ]
}

fn written(case: &Case, write: fn(&FailingRun<'_>, &str) -> String) -> String {
    let compiled = case.compiled();
    let run = FailingRun::record(&case.program, &compiled, &case.spec, &case.config());
    write(&run.expect("should fail"), TIME)
}

/// Plain scalars that are numbers become numbers.
fn yaml(text: &str) -> Value {
    let mut open: Vec<(Value, Option<String>)> = Vec::new();
    for event in Parser::new_from_str(text) {
        let value = match event.expect("should be YAML").0 {
            Event::Scalar(text, ScalarStyle::Plain, ..) if text.parse::<u64>().is_ok() => {
                Value::from(text.parse::<u64>().expect("was a number"))
            }
            Event::Scalar(text, ..) => Value::from(text.into_owned()),
            Event::SequenceStart(..) => {
                open.push((Value::Array(Vec::new()), None));
                continue;
            }
            Event::MappingStart(..) => {
                open.push((Value::Object(Map::new()), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().expect("should be open").0,
            _ => continue,
        };
        match open.last_mut() {
            None => return value,
            Some((Value::Array(items), _)) => items.push(value),
            Some((Value::Object(pairs), key)) => match key.take() {
                None => *key = value.as_str().map(str::to_owned),
                Some(key) => assert!(pairs.insert(key, value).is_none(), "a key twice"),
            },
            Some(_) => unreachable!("only lists and mappings are open"),
        }
    }
    panic!("no document");
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> =
        value.as_object().expect("should be a mapping").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn is_time(text: &str) -> bool {
    let digits: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    digits == "0000-00-00T00:00:00Z" || digits == "0000-00-00T00:00:00+00:00"
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit())
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let is_hex = text.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
    lengths == [8, 4, 4, 4, 12] && is_hex
}

#[test]
fn yaml_has_the_form_of_format_2_0() {
    for case in cases() {
        let text = written(&case, write_yaml);
        assert_eq!(text, written(&case, write_yaml), "the same run, the same bytes");
        let document = yaml(&text);
        let entries = document.as_array().expect("a list of entries");
        assert_eq!(entries.len(), 1);
        let entry = &entries[0];
        assert_eq!(keys(entry), ["content", "entry_type", "metadata"]);
        assert_eq!(entry["entry_type"], "violation_sequence");

        let metadata = &entry["metadata"];
        assert_eq!(keys(metadata), ["creation_time", "format_version", "producer", "task", "uuid"]);
        assert_eq!(metadata["format_version"], "2.0");
        assert!(metadata["uuid"].as_str().is_some_and(is_uuid));
        assert!(metadata["creation_time"].as_str().is_some_and(is_time));
        assert_eq!(keys(&metadata["producer"]), ["name", "version"]);
        assert_eq!(metadata["producer"]["name"], "whydunit");
        let task = &metadata["task"];
        let expected =
            ["data_model", "input_file_hashes", "input_files", "language", "specification"];
        assert_eq!(keys(task), expected);
        assert_eq!((&task["data_model"], &task["language"]), (&"LP64".into(), &"C".into()));
        let specification = task["specification"].as_str().expect("a text");
        assert!(specification.starts_with("CHECK( init(") && specification.ends_with(") )"));
        let files = task["input_files"].as_array().expect("a list");
        let hashes = task["input_file_hashes"].as_object().expect("a mapping");
        assert_eq!(files.len(), hashes.len());
        for file in files {
            let hash = hashes.get(file.as_str().expect("a name")).and_then(Value::as_str);
            assert!(hash.is_some_and(is_hash));
        }

        let segments = entry["content"].as_array().expect("a list of segments");
        for (number, segment) in segments.iter().enumerate() {
            assert_eq!(keys(segment), ["segment"]);
            let waypoints = segment["segment"].as_array().expect("a list of waypoints");
            assert_eq!(waypoints.len(), 1, "nothing to avoid");
            assert_eq!(keys(&waypoints[0]), ["waypoint"]);
            let waypoint = &waypoints[0]["waypoint"];
            assert_eq!(waypoint["action"], "follow");
            let is_last = number + 1 == segments.len();
            let location = &waypoint["location"];
            assert_eq!(keys(location), ["column", "file_name", "function", "line"]);
            assert!(files.contains(&location["file_name"]));
            let lines = case.source.lines().count() as u64;
            assert!((1..=lines).contains(&location["line"].as_u64().expect("a number")));
            if is_last {
                assert_eq!(waypoint["type"], "target");
                assert_eq!(keys(waypoint), ["action", "location", "type"]);
                continue;
            }
            assert_eq!(keys(waypoint), ["action", "constraint", "location", "type"]);
            assert_eq!(keys(&waypoint["constraint"]), ["format", "value"]);
            let value = waypoint["constraint"]["value"].as_str().expect("a text");
            match waypoint["type"].as_str() {
                Some("function_return") => {
                    assert!(value.starts_with("\\result == "));
                    assert_eq!(waypoint["constraint"]["format"], "acsl_expression");
                    let line = location["line"].as_u64().expect("a number") as usize;
                    let column = location["column"].as_u64().expect("a number") as usize;
                    let line = case.source.lines().nth(line - 1).expect("a line");
                    assert_eq!(&line[column - 1..column], ")", "the end of the call: {line}");
                }
                Some("assumption") => {
                    assert_eq!(waypoint["constraint"]["format"], "c_expression");
                }
                other => panic!("unexpected {other:?}"),
            }
        }
    }
}

#[test]
fn graphml_has_the_form_of_format_1_0() {
    for case in cases() {
        let text = written(&case, write_graphml);
        let document = Document::parse(&text).expect("should be XML");
        let root = document.root_element();
        assert!(root.has_tag_name(("http://graphml.graphdrawing.org/xmlns", "graphml")));
        let defined: BTreeSet<(&str, &str)> = root
            .children()
            .filter(|node| node.tag_name().name() == "key")
            .map(|key| (key.attribute("id").expect("id"), key.attribute("for").expect("for")))
            .collect();
        let graph = root.children().find(|node| node.tag_name().name() == "graph").expect("graph");
        assert_eq!(graph.attribute("edgedefault"), Some("directed"));

        let data = |node: roxmltree::Node<'_, '_>, of: &str| -> Vec<(String, String)> {
            node.children()
                .filter(|child| child.tag_name().name() == "data")
                .map(|child| {
                    let key = child.attribute("key").expect("a key");
                    assert!(defined.contains(&(key, of)), "{key} of {of} is not defined");
                    (key.to_owned(), child.text().expect("a value").to_owned())
                })
                .collect()
        };
        let of_graph = data(graph, "graph");
        let names: Vec<&str> = of_graph.iter().map(|(key, _)| key.as_str()).collect();
        let required = "witness-type sourcecodelang producer specification programfile programhash architecture creationtime";
        assert_eq!(names.join(" "), required);
        assert_eq!(of_graph[0].1, "violation_witness");
        assert!(is_hash(&of_graph[5].1) && is_time(&of_graph[7].1));

        let mut states = BTreeSet::new();
        let mut marks = Vec::new();
        let mut left_or_reached = BTreeSet::new();
        for node in graph.children().filter(|node| node.is_element()) {
            match node.tag_name().name() {
                "node" => {
                    assert!(states.insert(node.attribute("id").expect("an id")), "twice");
                    marks.extend(data(node, "node"));
                }
                "edge" => {
                    let source = node.attribute("source").expect("a source");
                    let target = node.attribute("target").expect("a target");
                    assert!(source != target && source != "sink" && source != "violation");
                    left_or_reached.extend([source, target]);
                    let data = data(node, "edge");
                    let has = |key: &str| data.iter().any(|(name, _)| name == key);
                    assert!(has("startline") && has("originfile"));
                    if data.iter().any(|(_, value)| value.contains("\\result")) {
                        assert!(has("assumption.resultfunction") && has("assumption.scope"));
                    }
                    for (key, value) in &data {
                        match key.as_str() {
                            "control" => {
                                assert!(["condition-true", "condition-false"].contains(&&**value));
                            }
                            "startline" => assert!(value.parse::<u32>().is_ok_and(|n| n > 0)),
                            _ => {}
                        }
                    }
                }
                "data" => {}
                other => panic!("unexpected {other}"),
            }
        }
        assert!(left_or_reached.is_subset(&states));
        marks.sort();
        let marks: Vec<String> =
            marks.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(marks, ["entry=true", "sink=true", "violation=true"]);
    }
}

/// One of each to look at; the name of the file is that of the run.
#[test]
fn as_it_looks() {
    let case = case("loop.c", "loop.results.yml");
    let plain = |text: String| {
        let directory = format!("{}/", directory().display());
        let uuid = text.lines().find(|line| line.trim_start().starts_with("uuid:"));
        let uuid = uuid.map(str::to_owned);
        let text = text.replace(&directory, "");
        match uuid {
            Some(uuid) => text.replace(&uuid, "    uuid: \"...\""),
            None => text,
        }
    };
    expect_file!["witnesses/written/loop.yml"].assert_eq(&plain(written(&case, write_yaml)));
    expect_file!["witnesses/written/loop.graphml"].assert_eq(&plain(written(&case, write_graphml)));
}
