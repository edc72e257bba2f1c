//! A failing run as a violation witness of format 1.0: a chain of states, and a sink beside every branch.

use std::fmt::Write;

use whydunit_program::{Point, TerminatorKind};

use super::FailingRun;
use super::record::Event;
use super::write::{PRODUCER, VERSION};

/// Keys with what they belong to, their type, and their default.
const KEYS: &[(&str, &str, &str, Option<&str>)] = &[
    ("witness-type", "graph", "string", None),
    ("sourcecodelang", "graph", "string", None),
    ("producer", "graph", "string", None),
    ("specification", "graph", "string", None),
    ("programfile", "graph", "string", None),
    ("programhash", "graph", "string", None),
    ("architecture", "graph", "string", None),
    ("creationtime", "graph", "string", None),
    ("entry", "node", "boolean", Some("false")),
    ("sink", "node", "boolean", Some("false")),
    ("violation", "node", "boolean", Some("false")),
    ("originfile", "edge", "string", None),
    ("startline", "edge", "int", None),
    ("assumption", "edge", "string", None),
    ("assumption.scope", "edge", "string", None),
    ("assumption.resultfunction", "edge", "string", None),
    ("control", "edge", "string", None),
    ("enterFunction", "edge", "string", None),
    ("returnFromFunction", "edge", "string", None),
];

/// `creation_time` is a date and time of ISO 8601, `2026-01-31T12:00:00Z`.
pub fn write_graphml(run: &FailingRun<'_>, creation_time: &str) -> String {
    let mut writer = Writer { run, text: String::new(), states: 0 };
    writer.document(creation_time);
    writer.text
}

struct Writer<'r> {
    run: &'r FailingRun<'r>,
    text: String,
    /// Of the chain, so far.
    states: usize,
}

type Data<'d> = &'d [(&'d str, &'d str)];

impl Writer<'_> {
    fn line(&mut self, indent: usize, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{:indent$}{line}", "").expect("a string should take text");
    }

    fn data(&mut self, indent: usize, data: Data<'_>) {
        for (key, value) in data {
            self.line(indent, format_args!("<data key=\"{key}\">{}</data>", escaped(value)));
        }
    }

    fn document(&mut self, creation_time: &str) {
        let run = self.run;
        self.line(0, format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>"));
        self.line(
            0,
            format_args!(
                "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
                 xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
            ),
        );
        for (key, of, ty, default) in KEYS {
            let head =
                format!("<key id=\"{key}\" attr.name=\"{key}\" attr.type=\"{ty}\" for=\"{of}\"");
            match default {
                Some(default) => {
                    self.line(1, format_args!("{head}>"));
                    self.line(2, format_args!("<default>{default}</default>"));
                    self.line(1, format_args!("</key>"));
                }
                None => self.line(1, format_args!("{head}/>")),
            }
        }
        let (file, hash) = run.files().into_iter().next().unwrap_or_default();
        let architecture = if run.is_32_bit() { "32bit" } else { "64bit" };
        self.line(1, format_args!("<graph edgedefault=\"directed\">"));
        self.data(
            2,
            &[
                ("witness-type", "violation_witness"),
                ("sourcecodelang", "C"),
                ("producer", &format!("{PRODUCER} {VERSION}")),
                ("specification", &run.specification()),
                ("programfile", &file),
                ("programhash", &hash),
                ("architecture", architecture),
                ("creationtime", creation_time),
            ],
        );
        self.node("N0", &[("entry", "true")]);
        self.node("sink", &[("sink", "true")]);
        self.start();
        for event in &run.events {
            self.event(event);
        }
        let target = run.target();
        let (file, line) = self.place(target);
        self.next_as("violation", &[("originfile", &file), ("startline", &line)]);
        self.line(1, format_args!("</graph>"));
        self.line(0, format_args!("</graphml>"));
    }

    fn node(&mut self, id: &str, data: Data<'_>) {
        if data.is_empty() {
            return self.line(2, format_args!("<node id=\"{id}\"/>"));
        }
        self.line(2, format_args!("<node id=\"{id}\">"));
        self.data(3, data);
        self.line(2, format_args!("</node>"));
    }

    fn edge(&mut self, source: &str, target: &str, data: Data<'_>) {
        self.line(2, format_args!("<edge source=\"{source}\" target=\"{target}\">"));
        self.data(3, data);
        self.line(2, format_args!("</edge>"));
    }

    /// Goes on to a new state.
    fn next(&mut self, data: Data<'_>) {
        let target = format!("N{}", self.states + 1);
        self.node(&target, &[]);
        self.to(&target, data);
    }

    fn next_as(&mut self, id: &str, data: Data<'_>) {
        self.node(id, &[("violation", "true")]);
        self.to(id, data);
    }

    fn to(&mut self, target: &str, data: Data<'_>) {
        let source = format!("N{}", self.states);
        self.edge(&source, target, data);
        self.states += 1;
    }

    fn place(&self, span: whydunit_source::Span) -> (String, String) {
        let sources = &self.run.program.sources;
        let line = sources.line_column(span).line;
        (sources.file(span.file).name().to_owned(), line.to_string())
    }

    fn place_of(&self, point: Point) -> (String, String) {
        self.place(self.run.program.origin_of(point).0)
    }

    fn start(&mut self) {
        let run = self.run;
        let function = run.program.function(run.start);
        let (file, line) = self.place(function.span);
        let place = [("originfile", file.as_str()), ("startline", line.as_str())];
        self.next(&[place[0], place[1], ("enterFunction", &function.name)]);
        let facts = run.start_facts();
        if !facts.is_empty() {
            let (file, line) = self.place(run.start_span());
            let assumption = facts.join(" && ");
            self.next(&[
                ("originfile", &file),
                ("startline", &line),
                ("assumption", &assumption),
                ("assumption.scope", &function.name),
            ]);
        }
    }

    fn event(&mut self, event: &Event) {
        let run = self.run;
        let program = run.program;
        match *event {
            Event::Enter { function, call } => {
                let (file, line) = self.place_of(call);
                let name = &program.function(function).name;
                self.next(&[("originfile", &file), ("startline", &line), ("enterFunction", name)]);
            }
            Event::Return { function, at } => {
                let (file, line) = self.place_of(at);
                let name = &program.function(function).name;
                let key = "returnFromFunction";
                self.next(&[("originfile", &file), ("startline", &line), (key, name)]);
            }
            Event::Input { number, at } => {
                let Some(input) = run.inputs.get(number) else { return };
                let Some((function, value)) = run.returned(input) else { return };
                let (file, line) = self.place(input.span);
                self.next(&[
                    ("originfile", &file),
                    ("startline", &line),
                    ("assumption", &format!("\\result == {value}")),
                    ("assumption.scope", &program.function(at.function).name),
                    ("assumption.resultfunction", function),
                ]);
            }
            Event::Branch { at, is_then } => {
                let TerminatorKind::Branch { cond, .. } = &program.terminator_at(at).kind else {
                    return;
                };
                if !run.is_simple(cond, at) {
                    return;
                }
                let (file, line) = self.place_of(at);
                let place = [("originfile", file.as_str()), ("startline", line.as_str())];
                let control = |side: bool| {
                    ("control", if side { "condition-true" } else { "condition-false" })
                };
                let source = format!("N{}", self.states);
                self.edge(&source, "sink", &[place[0], place[1], control(!is_then)]);
                self.next(&[place[0], place[1], control(is_then)]);
            }
        }
    }
}

/// As text between tags; characters that XML cannot have become `?`.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '\t' | '\n' => result.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => result.push('?'),
            c => result.push(c),
        }
    }
    result
}
