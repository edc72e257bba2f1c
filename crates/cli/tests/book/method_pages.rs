//! One page for each method, made from what the method's file says about itself.
//!
//! The first lines of such a file are a title and five sections, always the same ones; the commands in the last are run, and their
//! output is put below them.

use std::path::PathBuf;

use super::pages::{Show, book, read, with_output};
use super::sandbox::{Sandbox, root};

const SECTIONS: [&str; 5] = ["Question", "Definition", "Guarantees", "Cost", "Example"];

/// What is asked with `--method` has a page with its name; four more have options of their own, or another command.
#[derive(Debug)]
pub(crate) struct MethodPage {
    pub(crate) name: String,
    title: String,
    source: &'static str,
}

/// The pages that there should be: one for each name that `--method` takes.
pub(crate) fn method_pages() -> Vec<MethodPage> {
    let mut pages: Vec<MethodPage> = available().iter().map(|name| of_method(name)).collect();
    pages.push(MethodPage {
        name: "scope-program".into(),
        title: "`--scope program`".into(),
        source: "crates/scope/src/control.rs",
    });
    pages.push(MethodPage {
        name: "autodebug".into(),
        title: "`repair --method autodebug`".into(),
        source: "crates/repair/src/autodebug/mod.rs",
    });
    pages.push(MethodPage {
        name: "ped".into(),
        title: "`repair --method ped`".into(),
        source: "crates/repair/src/ped/mod.rs",
    });
    pages.push(MethodPage {
        name: "security".into(),
        title: "Attacker-controlled".into(),
        source: "crates/explain/src/responsibility/security.rs",
    });
    pages
}

/// The names that `--method` takes, according to what it says of one that it does not take.
fn available() -> Vec<String> {
    let printed = Sandbox::new().run("whydunit explain examples/overrun.c --method none");
    let list =
        printed.text.split_once("possible values: ").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.unwrap_or_else(|| panic!("no methods are listed in {}", printed.text));
    list.split(',').map(|name| name.trim().to_string()).collect()
}

fn of_method(name: &str) -> MethodPage {
    // The same question by another algorithm, which has a short name for its file.
    let file = match name {
        "flow-sensitive-recursive" => "recursive".to_owned(),
        _ => name.replace('-', "_"),
    };
    let places = ["crates/explain/src", "crates/explain/src/responsibility"];
    let sources = places.map(|place| format!("{place}/{file}.rs"));
    let source = sources.into_iter().find(|source| root().join(source).exists());
    let source = source.unwrap_or_else(|| panic!("the method {name} should have a file"));
    MethodPage { name: name.into(), title: format!("`{name}`"), source: source.leak() }
}

impl MethodPage {
    pub(crate) fn path(&self) -> PathBuf {
        book().join(format!("methods/{}.md", self.name))
    }

    /// The text of the page, and what is wrong with the file that it is made from.
    pub(crate) fn text(&self) -> (String, Vec<String>) {
        let text = read(&root().join(self.source));
        let header: Vec<&str> =
            text.lines().map_while(|line| line.strip_prefix("//!")).map(outdented).collect();
        let mut lines = vec![
            format!(
                "<!-- Made from {} by `UPDATE_EXPECT=1 cargo test -p whydunit-cli --test tests documentation`. -->",
                self.source
            ),
            String::new(),
            format!("# {}", self.title),
            String::new(),
        ];
        let mut sections = Vec::new();
        for line in header {
            match line.strip_prefix("# ") {
                Some(section) => {
                    sections.push(section);
                    lines.push(format!("## {section}"));
                }
                None if line.starts_with("## ") => lines.push(format!("#{line}")),
                None => lines.push(line.to_string()),
            }
        }
        lines.push(String::new());
        let (text, mut problems) = with_output(&lines.join("\n"), Show::All);
        if sections != SECTIONS {
            problems.push(format!("{} has {sections:?}, not {SECTIONS:?}", self.source));
        }
        let commands = ["\n$ whydunit explain ", "\n$ whydunit repair "];
        if !commands.iter().any(|command| text.contains(command)) {
            problems.push(format!("{} has no example that can be run", self.source));
        }
        (text, problems)
    }
}

fn outdented(line: &str) -> &str {
    line.strip_prefix(' ').unwrap_or(line)
}
