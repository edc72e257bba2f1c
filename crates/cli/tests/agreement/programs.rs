//! Whole functions without inputs: what every evaluator says of their one run, with each check switched off in turn.

use whydunit_interp::{CheckSet, RunSpec};
use whydunit_program::{CheckKind, Program};
use whydunit_source::Span;

use super::checker::checker_differs;
use super::evaluators::{
    analysis_differs, autodebug_differs, compile, formula_differs, function, line_of,
    search_differs, traced,
};
use super::known::Disagreements;

/// A function body, and what is needed before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// The check that fails when all are on.
    pub(crate) fails: Option<CheckKind>,
    pub(crate) before: &'static str,
    pub(crate) body: &'static str,
}

const DECLARATIONS: &str = "void __VERIFIER_assert(int); void reach_error(void); void abort(void); void exit(int);
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *);
void *alloca(unsigned long);
void *memcpy(void *, const void *, unsigned long); void *memmove(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
unsigned long strlen(const char *); char *strcpy(char *, const char *); int strcmp(const char *, const char *); int memcmp(const void *, const void *, unsigned long);
int printf(const char *, ...); int sprintf(char *, const char *, ...); int snprintf(char *, unsigned long, const char *, ...);
int sscanf(const char *, const char *, ...); double strtod(const char *, char **); int atoi(const char *); int abs(int); long strtol(const char *, char **, int);
void keep(int condition) { if (!condition) exit(0); }
";

/// The sets of checks that each program is tried with: all but `abort`, each of these switched off, and two small ones.
pub(crate) fn settings() -> Vec<String> {
    let off = |kind: &CheckKind| format!("-{}", kind.name());
    let mut lists = vec![String::new()];
    lists.extend(CheckKind::ALL.iter().filter(|&&kind| kind != CheckKind::Abort).map(off));
    lists.extend(["+abort", "-overflow,-shift,-div", "assert", "unreach"].map(String::from));
    lists
}

/// Each body is a function that fails at its end at the latest.
fn text(subjects: &[Subject]) -> String {
    let mut text = String::from(DECLARATIONS);
    for (index, subject) in subjects.iter().enumerate() {
        // Names of a program must not meet those of another.
        text.push_str(&subject.before.replace('#', &index.to_string()));
        let mut body = subject.body.replace('#', &index.to_string());
        if subject.fails.is_none() {
            // An evaluator that takes what holds for false does not come to the end.
            body = body.replace("__VERIFIER_assert(", "keep(");
        }
        text.push_str(&format!(
            "\nvoid go_{index}(void)\n{{\n    {body}\n    __VERIFIER_assert(0);\n}}\n"
        ));
    }
    text
}

/// Asks about all programs.
pub(crate) fn hold_programs(table: &str, subjects: &[Subject]) {
    let program = compile(&text(subjects));
    let mut found = Disagreements::default();
    for list in settings() {
        let checks = CheckSet::parse(&list).expect("the list is well-formed");
        for (index, subject) in subjects.iter().enumerate() {
            ask(&program, index, subject, (&list, checks), &mut found);
        }
    }
    found.hold_against_list(table);
}

fn ask(
    program: &Program,
    index: usize,
    subject: &Subject,
    (list, checks): (&str, CheckSet),
    found: &mut Disagreements,
) {
    let spec = RunSpec::new(function(program, &format!("go_{index}")));
    let mut add = |evaluator: &str, place: Option<Span>, message: String| {
        let line = place.map_or_else(|| "?".into(), |span| text_at(program, span));
        found.add(evaluator, "any", subject.name, format!("[{list}] at {line}: {message}"));
    };
    let trace = traced(program, &spec, checks);
    let expected = match &trace {
        Ok(trace) => Some((trace.failure.kind, trace.failure.span)),
        Err(_) => None,
    };
    if list.is_empty() {
        let is_end = |span: Span| text_at(program, span).contains("__VERIFIER_assert(0)");
        let kind = expected.filter(|&(_, span)| !is_end(span)).map(|(kind, _)| kind);
        if kind != subject.fails {
            let place = expected.map(|(_, span)| span);
            add("machine", place, format!("{expected:?} {:?}", trace.as_ref().err()));
        }
    }
    for (place, message) in search_differs(program, &spec, checks, expected).0 {
        add("find", place, message);
    }
    if let Some(problem) = analysis_differs(program, &spec, checks).0 {
        add("absint", None, problem);
    }
    let Ok(trace) = trace else { return };
    for (place, message) in formula_differs(program, &trace) {
        add("encode", place, message);
    }
    for (place, message) in checker_differs(program, &trace).0 {
        add("verify", place, message);
    }
    for (place, message) in autodebug_differs(program, &trace).0 {
        add("autodebug", place, message);
    }
}

/// The text of a place.
fn text_at(program: &Program, span: Span) -> String {
    let line = line_of(program, span);
    format!("{line}: {}", program.sources.text(span))
}

/// A program whose end is reached when all checks are on.
pub(crate) const fn passes(name: &'static str, body: &'static str) -> Subject {
    Subject { name, fails: None, before: "", body }
}

pub(crate) const fn fails(kind: CheckKind, name: &'static str, body: &'static str) -> Subject {
    Subject { name, fails: Some(kind), before: "", body }
}

impl Subject {
    pub(crate) const fn with(self, before: &'static str) -> Subject {
        Subject { before, ..self }
    }
}
