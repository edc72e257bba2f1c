//! The test file while it is put together, and its final text.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::literal;
use crate::names::Names;

/// In the body: places are places in the test again.
pub(crate) const RESUME: &str = "#line";

#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) names: Names,
    /// The function that ends the test when a check that was put in fails.
    pub(crate) failed: String,
    /// `file:line` of the failure.
    pub(crate) place: String,
    /// Lines of the comment at the top.
    pub(crate) comment: Vec<String>,
    /// Declarations that the program's text needs before it.
    pub(crate) ahead: Vec<String>,
    /// The program: lines that include it, or its text.
    pub(crate) body: Vec<String>,
    includes: BTreeSet<&'static str>,
    /// Variables at file scope.
    pub(crate) globals: Vec<String>,
    functions: Vec<String>,
    /// Lines of `main`, without indentation.
    pub(crate) main: Vec<String>,
    /// What the compiler is told beyond the program's own flags.
    pub(crate) flags: Vec<String>,
    pub(crate) sanitizers: BTreeSet<&'static str>,
    /// Options of AddressSanitizer.
    pub(crate) options: Vec<&'static str>,
}

impl Draft {
    pub(crate) fn new(mut names: Names, place: String) -> Draft {
        let failed = names.fresh("test_failed");
        Draft {
            names,
            failed,
            place,
            comment: Vec::new(),
            ahead: Vec::new(),
            body: Vec::new(),
            includes: BTreeSet::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            main: Vec::new(),
            flags: Vec::new(),
            sanitizers: BTreeSet::new(),
            options: Vec::new(),
        }
    }

    pub(crate) fn needs(&mut self, header: &'static str) {
        self.includes.insert(header);
    }

    /// A statement that prints a line on standard error.
    pub(crate) fn message(&mut self, text: &str) -> String {
        self.needs("stdio.h");
        self.needs("stdlib.h");
        format!("fputs({}, stderr);", literal::string(format!("{text}\n").as_bytes()))
    }

    pub(crate) fn function(&mut self, header: &str, body: &[String]) {
        let mut text = format!("{header}\n{{\n");
        for line in body {
            let _ = writeln!(text, "    {line}");
        }
        text.push_str("}\n");
        self.functions.push(text);
    }

    /// AddressSanitizer is told how to behave by a function of the test.
    pub(crate) fn use_address_sanitizer(&mut self) {
        self.sanitizers.insert("address");
        // Memory that is still in use at the end is no failure of the program.
        for option in ["detect_leaks=0", "allocator_may_return_null=1"] {
            if !self.options.contains(&option) {
                self.options.push(option);
            }
        }
    }

    pub(crate) fn text(&self, test_file: &str) -> String {
        let mut out = String::from("/*");
        for line in &self.comment {
            let line = line.replace("*/", "* /");
            out.push_str(if line.is_empty() { "" } else { " " });
            out.push_str(&line);
            out.push_str("\n *");
        }
        out.push_str("/\n");
        let section = |out: &mut String, lines: &[String]| {
            if !lines.is_empty() {
                out.push('\n');
            }
            for line in lines {
                if line == RESUME {
                    let next = out.lines().count() + 2;
                    let file = literal::string(test_file.as_bytes());
                    let _ = write!(out, "{RESUME} {next} {file}");
                } else {
                    out.push_str(line);
                }
                if !line.ends_with('\n') {
                    out.push('\n');
                }
            }
        };
        section(&mut out, &self.ahead);
        section(&mut out, &self.body);
        let includes: Vec<_> =
            self.includes.iter().map(|name| format!("#include <{name}>")).collect();
        section(&mut out, &includes);
        section(&mut out, &self.globals);
        if !self.options.is_empty() {
            let options = self.options.join(":");
            let lines = format!(
                "const char *__asan_default_options(void)\n{{\n    return \"{options}\";\n}}\n"
            );
            section(&mut out, &[lines]);
        }
        for function in &self.functions {
            section(&mut out, std::slice::from_ref(function));
        }
        out.push_str("\nint main(void)\n{\n");
        for line in &self.main {
            let _ = writeln!(out, "    {line}");
        }
        out.push_str("    return 0;\n}\n");
        out
    }
}
