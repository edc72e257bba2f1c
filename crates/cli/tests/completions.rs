//! Completion scripts and manual pages: whole, and accepted by those who read them.

use crate::command_support;

use std::process::{Command, Stdio};

use command_support::Directory;

/// The long options that a command's help shows.
fn options_of(directory: &Directory, command: &str) -> Vec<String> {
    let output = directory.output(&[command, "-h"]);
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let long = words.filter_map(|line| line.split([' ', ',']).find(|it| it.starts_with("--")));
    long.map(str::to_owned).collect()
}

#[test]
fn shells_know_every_option_and_value() {
    let directory = Directory::with(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = directory.output(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = String::from_utf8_lossy(&output.stdout);
        for command in ["explain", "check", "trace", "run"] {
            let options = options_of(&directory, command);
            assert!(options.len() > 15, "{command}: {options:?}");
            for option in options {
                // Some shells write the name without its dashes.
                let name = option.trim_start_matches('-');
                assert!(script.contains(name), "{shell}: no {option} of {command}");
            }
        }
        // Others do not complete values.
        let values = ["bash", "zsh", "fish"].contains(&shell);
        for value in ["flow-sensitive", "minimal-set", "lifetime", "sarif", "never"] {
            assert!(!values || script.contains(value), "{shell}: no {value}");
        }
    }
    let unknown = directory.says(&["completions", "bsh"]);
    assert!(unknown.contains("'bash'") && unknown.contains("exit code 2"), "{unknown}");
}

#[test]
fn bash_accepts_its_script_and_completes() {
    let directory = Directory::with(&[]);
    let script = directory.output(&["completions", "bash"]).stdout;
    directory.write("whydunit.bash", &script);
    let run = |arguments: &[&str]| {
        let mut bash = Command::new("bash");
        bash.args(["--norc", "--noprofile"]).args(arguments).current_dir(directory.path());
        bash.stdin(Stdio::null()).output().expect("bash should be there")
    };
    let parsed = run(&["-n", "whydunit.bash"]);
    assert!(parsed.status.success(), "{}", String::from_utf8_lossy(&parsed.stderr));
    let complete = |words: &str| {
        let last = words.split(' ').count() - 1;
        let words: String = words.split(' ').map(|word| format!("'{word}' ")).collect();
        let asked = format!(
            "source ./whydunit.bash; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _whydunit whydunit \"${{COMP_WORDS[$COMP_CWORD]}}\" \"${{COMP_WORDS[$COMP_CWORD-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\""
        );
        String::from_utf8_lossy(&run(&["-c", &asked]).stdout).trim().to_owned()
    };
    assert_eq!(complete("whydunit expl"), "explain");
    assert_eq!(complete("whydunit explain --verif"), "--verify");
    assert_eq!(complete("whydunit explain --method minim"), "minimal-set");
    assert_eq!(complete("whydunit check --format sa"), "sarif");
    assert_eq!(complete("whydunit check --checks life"), "lifetime");
}

/// A page has what pages have, and no request that roff does not know.
#[test]
fn manual_pages_are_whole() {
    let directory = Directory::with(&[]);
    let pages =
        [&["man"][..], &["man", "explain"], &["man", "check"], &["man", "trace"], &["man", "run"]];
    for args in pages {
        let output = directory.output(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let page = String::from_utf8_lossy(&output.stdout).into_owned();
        for section in ["NAME", "SYNOPSIS", "EXAMPLES", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
            let quoted = format!(".SH \"{section}\"\n");
            let plain = format!(".SH {section}\n");
            assert!(
                page.contains(&plain) || page.contains(&quoted),
                "{args:?}: no {section}\n{page}"
            );
        }
        let title = match args {
            [_, command] => format!("whydunit\\-{command} \\- "),
            _ => "whydunit \\- Says why".to_owned(),
        };
        assert!(page.contains(&title), "{args:?}: {}", page.get(..400).unwrap_or(&page));
        for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
            let known = KNOWN_REQUESTS;
            let request = line.split_whitespace().next().unwrap_or(line);
            assert!(known.contains(&request), "{args:?}: {line}");
        }
        render(&directory, &page);
    }
}

const KNOWN_REQUESTS: [&str; 15] = [
    ".ie", ".el", ".TH", ".SH", ".SS", ".TP", ".PP", ".IP", ".RS", ".RE", ".nf", ".fi", ".br",
    ".B", ".I",
];

/// Where groff is installed, it has nothing to complain about.
fn render(directory: &Directory, page: &str) {
    directory.write("page.1", page);
    let groff = Command::new("groff")
        .args(["-man", "-Tutf8", "-ww", "-z", "page.1"])
        .current_dir(directory.path())
        .output();
    if let Ok(output) = groff {
        assert!(output.status.success(), "groff refuses the page");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn the_schema_is_json() {
    let output = Directory::with(&[]).output(&["schema"]);
    assert_eq!(output.status.code(), Some(0));
    let schema: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("it should be JSON");
    assert!(schema["properties"]["failures"].is_object(), "{schema}");
}
