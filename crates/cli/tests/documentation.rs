//! What the documentation shows is what the command prints.
//!
//! A block of a console that begins with `$ whydunit explain` and goes on with output is run in the root of the repository and compared.

mod common;

use std::path::Path;
use std::process::Command;

const PAGES: [&str; 2] = ["README.md", "docs/explaining.md"];

/// Commands with the output that is shown for them.
fn sessions(text: &str) -> Vec<(&str, String)> {
    let mut sessions = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line != "```console" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let [first, output @ ..] = block.as_slice()
            && let Some(command) = first.strip_prefix("$ whydunit explain ")
            && output.first().is_some_and(|line| !line.starts_with('$'))
        {
            sessions.push((command, output.join("\n")));
        }
    }
    sessions
}

#[test]
fn shown_output_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in PAGES {
        let text = std::fs::read_to_string(root.join(page)).expect("the page should be there");
        let sessions = sessions(&text);
        assert!(!sessions.is_empty(), "{page} shows no output");
        for (command, shown) in sessions {
            let mut run: Command = common::whydunit();
            run.current_dir(&root).env_remove("COLUMNS").arg("explain");
            let output = run.args(command.split_whitespace()).output();
            let output = output.expect("whydunit should start");
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(shown, printed.trim_end(), "{page}: {command}");
        }
    }
}
