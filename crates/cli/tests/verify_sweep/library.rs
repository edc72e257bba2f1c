//! Calls of every library function with one argument that is wrong: null, too short, uninitialised, freed, overlapping another.
//!
//! What there is to call is read from the headers, so a function that is added to one is swept as well. Functions that have no body, neither in C nor as an intrinsic, do nothing that could fail:
//! their answers are inputs. They are left out.

use std::path::Path;

use whydunit_program::Intrinsic;

use super::Subject;

/// What is wrong with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Null,
    Short,
    Uninitialised,
    Freed,
    Overlapping,
}

const FAULTS: [Fault; 5] =
    [Fault::Null, Fault::Short, Fault::Uninitialised, Fault::Freed, Fault::Overlapping];

const HEADERS: [&str; 8] =
    ["string.h", "strings.h", "stdio.h", "stdlib.h", "wchar.h", "time.h", "unistd.h", "inttypes.h"];

/// Null arguments with which nothing is wrong, by function and position, with the reason.
const MAY_BE_NULL: [(&str, &[&str]); 6] = [
    (
        "C or POSIX says what null means there",
        &[
            "fflush 0",
            "freopen 0",
            "setbuf 1",
            "setbuffer 1",
            "setvbuf 1",
            "perror 0",
            "realloc 0",
            "reallocarray 0",
            "free 0",
            "mblen 0",
            "mbtowc 0",
            "mbtowc 1",
            "wctomb 0",
            "mbstowcs 0",
            "wcstombs 0",
            "time 0",
            "nanosleep 1",
            "clock_getres 1",
            "getcwd 0",
        ],
    ),
    ("the text is that of the call before", &["strtok_r 0", "wcstok 0"]),
    ("what is read is no number, and nothing is stored", &["sscanf 3", "vsscanf 3"]),
    ("nothing is written to a descriptor that is not open", &["dprintf 3", "vdprintf 3"]),
    ("the format asks for nothing", &["strftime 3"]),
    (
        "`%s` of null is `(null)`, as the machine's library prints it",
        &[
            "printf 2",
            "fprintf 3",
            "sprintf 3",
            "snprintf 4",
            "vprintf 2",
            "vfprintf 3",
            "vsprintf 3",
            "vsnprintf 4",
            "asprintf 3",
            "vasprintf 3",
            "wprintf 2",
            "fwprintf 3",
            "vwprintf 2",
            "vfwprintf 3",
        ],
    ),
];

/// The same of arguments that were freed: where nothing is accessed, the pointer is not looked at.
const MAY_BE_FREED: [&str; 5] = ["sscanf 3", "vsscanf 3", "dprintf 3", "vdprintf 3", "strftime 3"];

/// Has the call with this name to fail? Of pointers that are null or freed that is known.
pub(crate) fn has_to_fail(name: &str) -> bool {
    let is_listed = |place: &str| MAY_BE_NULL.iter().any(|(_, places)| places.contains(&place));
    match name.rsplit_once(' ') {
        Some((place, "Null")) => !is_listed(place),
        Some((place, "Freed")) => !MAY_BE_FREED.contains(&place),
        _ => false,
    }
}

/// A function as its header declares it.
struct Function {
    name: String,
    parameters: Vec<String>,
}

/// A program for each function, argument and fault.
pub(crate) fn subjects() -> Vec<Subject> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../front-c/include");
    let mut functions = Vec::new();
    for header in HEADERS {
        let text =
            std::fs::read_to_string(include.join(header)).expect("the header should be readable");
        functions.extend(text.lines().filter_map(declared));
    }
    let bodies = definitions(&include.join("../lib"));
    functions.retain(|function| {
        let is_defined = |line: &String| line.contains(&format!(" {}(", function.name));
        Intrinsic::from_name(&function.name).is_some() || bodies.iter().any(is_defined)
    });
    let mut subjects = Vec::new();
    for function in &functions {
        for fault in FAULTS {
            for wrong in 0..=function.parameters.len() {
                let text = program(function, wrong, fault);
                let name = format!("{} {wrong} {fault:?}", function.name);
                subjects.extend(text.map(|text| Subject {
                    name,
                    text,
                    options: Vec::new(),
                    stdin: "12 abc 7\n",
                }));
            }
        }
    }
    subjects
}

/// The first lines of all functions of the library, each name after a blank or a star and nothing else.
fn definitions(directory: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the library should be there") {
        let path = entry.expect("its files should be readable").path();
        if path.is_dir() {
            lines.extend(definitions(&path));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("they should be texts");
        let is_head = |line: &&str| {
            !line.starts_with([' ', '/', '#', '}']) && line.contains('(') && !line.ends_with(';')
        };
        lines.extend(text.lines().filter(is_head).map(|line| line.replace('*', " ")));
    }
    lines
}

/// A line that declares a function, and nothing else.
fn declared(line: &str) -> Option<Function> {
    let line = line.strip_suffix(");")?;
    let is_other =
        ["#", "typedef", "extern", " ", "_Noreturn"].iter().any(|other| line.starts_with(other));
    let (head, parameters) = line.split_once('(').filter(|_| !is_other)?;
    let name = head.rsplit([' ', '*']).next()?.to_owned();
    let mut split = vec![String::new()];
    let mut depth = 0;
    for c in parameters.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match c {
            ',' if depth == 0 => split.push(String::new()),
            c => split.last_mut()?.push(c),
        }
    }
    let parameters = split.iter().map(|parameter| {
        let words = parameter.replace("__restrict", "").replace("const ", "");
        words.trim().to_owned()
    });
    let parameters = parameters.filter(|parameter| parameter != "void").collect();
    Some(Function { name, parameters })
}

/// What a parameter points to, if it points to data.
fn element(parameter: &str) -> Option<&str> {
    let element = parameter.strip_suffix('*')?.trim();
    let is_data = !element.ends_with('*') && !element.ends_with("const") && element != "FILE";
    is_data.then_some(if element == "void" { "char" } else { element })
}

fn is_text(element: &str) -> bool {
    matches!(element, "char" | "wchar_t")
}

/// The call with one argument wrong; the position behind the last is that of what the format asks for. Nothing where that is no pointer.
fn program(function: &Function, wrong: usize, fault: Fault) -> Option<String> {
    let parameters = &function.parameters;
    let is_variadic = parameters.last().is_some_and(|last| last == "...");
    let has_list = parameters.last().is_some_and(|last| last == "va_list");
    let is_reading = function.name.contains("scanf");
    let is_wide = function.name.contains('w');
    let asked = if is_reading {
        "int"
    } else if is_wide {
        "wchar_t"
    } else {
        "char"
    };
    let takes_format = (is_variadic || has_list) && function.name.ends_with('f');
    let is_asked = takes_format && wrong == parameters.len();
    let stream = parameters.get(wrong).is_some_and(|parameter| parameter == "FILE *");
    let faulty = match parameters.get(wrong) {
        _ if is_asked => asked,
        _ if stream => "FILE",
        Some(parameter) => element(parameter)?,
        None => return None,
    };
    if stream && !matches!(fault, Fault::Null | Fault::Uninitialised) {
        return None;
    }
    let other = (0..parameters.len()).find(|&other| {
        other != wrong
            && element(&parameters[other]).is_some_and(|other| other == faulty && is_text(other))
    });
    if fault == Fault::Overlapping && (is_asked || other.is_none()) {
        return None;
    }
    let mut arguments = Vec::new();
    let mut declarations = String::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let is_format = takes_format && index + 2 == parameters.len();
        let argument = match parameter.as_str() {
            "..." => {
                if is_asked {
                    "d".to_owned()
                } else {
                    right(&mut declarations, index, asked)
                }
            }
            "va_list" => "list".to_owned(),
            _ if index == wrong => "d".to_owned(),
            _ if fault == Fault::Overlapping && other == Some(index) => "d + 1".to_owned(),
            _ if is_format => format!(
                "{}\"{}\"",
                if is_wide { "L" } else { "" },
                match (is_reading, is_wide) {
                    (true, _) => "%d",
                    (false, true) => "%ls",
                    (false, false) => "%s",
                }
            ),
            _ => other_argument(&mut declarations, index, parameter, function)?,
        };
        arguments.push(argument);
    }
    let wrong_argument = declared_wrong(faulty, fault, stream);
    let call = format!("{}({});", function.name, arguments.join(", "));
    let body = if has_list {
        let given = if is_asked { "d".to_owned() } else { right(&mut declarations, 9, asked) };
        format!("    void *unused = d;\n    forward(d, {given});\n    return unused == 0;\n")
    } else {
        format!("    {call}\n    return 0;\n")
    };
    let forward = if has_list {
        let moved = declarations.clone();
        format!(
            "static void forward({faulty} *d, ...) {{\n{moved}    va_list list;\n    va_start(list, d);\n    {call}\n    va_end(list);\n}}\n"
        )
    } else {
        String::new()
    };
    let includes: String = HEADERS.map(|header| format!("#include <{header}>\n")).concat();
    Some(format!(
        "#define _GNU_SOURCE\n{includes}#include <stdarg.h>\n\
         static int compare(const void *a, const void *b) {{ return *(const char *)a - *(const char *)b; }}\n\
         static int compare_with(const void *a, const void *b, void *c) {{ (void)c; return compare(a, b); }}\n\
         static void nothing(void) {{}}\n{forward}int main(void) {{\n{declarations}{wrong_argument}{body}}}\n"
    ))
}

fn declared_wrong(element: &str, fault: Fault, is_stream: bool) -> String {
    let first = if is_text(element) || element == "int" { "    d[0] = 'a';\n" } else { "" };
    match fault {
        Fault::Null => format!("    {element} *d = 0;\n"),
        Fault::Uninitialised if is_stream => "    FILE *d;\n".to_owned(),
        Fault::Short if is_text(element) => {
            format!("    {element} *d = malloc(sizeof *d);\n{first}")
        }
        Fault::Short => format!("    {element} *d = malloc(1);\n"),
        Fault::Uninitialised => format!("    {element} d[8];\n"),
        Fault::Freed => format!("    {element} *d = calloc(8, sizeof *d);\n{first}    free(d);\n"),
        Fault::Overlapping => {
            let prefix = if element == "wchar_t" { "L" } else { "" };
            format!("    {element} d[64] = {prefix}\"abcdefgh\";\n")
        }
    }
}

/// An argument with which nothing is wrong: an array of these.
fn right(declarations: &mut String, index: usize, element: &str) -> String {
    let initialiser = match element {
        "char" => "\"ab\"",
        "wchar_t" => "L\"ab\"",
        _ => "{0}",
    };
    declarations.push_str(&format!("    {element} right{index}[64] = {initialiser};\n"));
    format!("right{index}")
}

fn other_argument(
    declarations: &mut String,
    index: usize,
    parameter: &str,
    function: &Function,
) -> Option<String> {
    if parameter.contains("(*)") {
        let name = match parameter.matches(',').count() {
            0 => "nothing",
            1 => "compare",
            _ => "compare_with",
        };
        return Some(name.to_owned());
    }
    if parameter == "FILE *" {
        let is_read = function.name.contains("get")
            || function.name.contains("scanf")
            || function.name.contains("read");
        return Some(if is_read { "stdin" } else { "stdout" }.to_owned());
    }
    if let Some(element) = element(parameter) {
        return Some(right(declarations, index, element));
    }
    if parameter.ends_with('*') {
        let is_wide = parameter.contains("wchar_t");
        let (element, prefix) = if is_wide { ("wchar_t", "L") } else { ("char", "") };
        declarations.push_str(&format!(
            "    {element} held{index}[64] = {prefix}\"ab\";\n    {element} *right{index}[2] = {{held{index}, 0}};\n"
        ));
        return Some(format!("(void *)right{index}"));
    }
    let number = match (function.name.as_str(), parameter) {
        ("read", "int") => "0",
        ("write", "int") => "1",
        (_, "size_t") => "4",
        (_, "double") => "1.5",
        (_, "int") => "10",
        _ => "1",
    };
    Some(number.to_owned())
}
