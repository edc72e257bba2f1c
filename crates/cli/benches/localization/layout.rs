//! Where the programs and tests of a public suite are.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// A form in which suites are published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suite {
    Siemens,
    Codeflaws,
    /// Programs whose failing run is searched for.
    Searched,
}

/// A faulty program and its tests.
pub(crate) struct Case {
    pub(crate) file: PathBuf,
    pub(crate) tests: Vec<PathBuf>,
    pub(crate) reference: Vec<PathBuf>,
    pub(crate) std: Option<String>,
    /// The exit code of a program that says by it whether all is well.
    pub(crate) exit_code: Option<i32>,
    /// White space in outputs does not count.
    pub(crate) is_lenient: bool,
}

impl Suite {
    pub(crate) fn of(name: &str) -> Result<Suite, String> {
        match name {
            "siemens" => Ok(Suite::Siemens),
            "codeflaws" => Ok(Suite::Codeflaws),
            "searched" => Ok(Suite::Searched),
            other => Err(format!("--suite {other}: siemens, codeflaws or searched")),
        }
    }

    /// `work` takes the tests in the form that whydunit reads.
    pub(crate) fn case(self, programs: &Path, fact: &Value, work: &Path) -> Result<Case, String> {
        let name = fact["program"].as_str().unwrap_or_default();
        match self {
            Suite::Siemens => {
                let version = fact["version"].as_str().unwrap_or_default();
                siemens(programs, name, version, work)
            }
            Suite::Codeflaws => codeflaws(&programs.join(name), work),
            Suite::Searched => {
                let endings = ["c", "i"].map(|ending| programs.join(format!("{name}.{ending}")));
                let file = endings.into_iter().find(|file| file.is_file());
                let file = file.ok_or_else(|| format!("no {name}.c"))?;
                let (tests, reference) = (Vec::new(), Vec::new());
                // `ERROR: return 1;` is how some of them say that something is wrong.
                let text = std::fs::read_to_string(&file).unwrap_or_default();
                let exit_code = text.contains("ERROR: return 1").then_some(0);
                Ok(Case { file, tests, reference, std: None, exit_code, is_lenient: false })
            }
        }
    }
}

fn siemens(programs: &Path, name: &str, version: &str, work: &Path) -> Result<Case, String> {
    let root = [name.to_owned(), name.replace('_', "")]
        .iter()
        .map(|name| programs.join(name))
        .find(|root| root.is_dir())
        .ok_or_else(|| format!("no {name}"))?;
    let source = |directory: &str| {
        let file = root.join(directory).join(format!("{name}.c"));
        file.is_file().then_some(file).ok_or_else(|| format!("no {directory}/{name}.c"))
    };
    let tests = work.join(name);
    if !tests.is_dir() {
        universe(&root, &tests).map_err(|error| error.to_string())?;
    }
    Ok(Case {
        file: source(&format!("versions.alt/versions.orig/{version}"))?,
        tests: vec![tests],
        reference: vec![source("source.alt/source.orig")?],
        std: Some("gnu89".to_owned()),
        exit_code: None,
        is_lenient: false,
    })
}

/// Each line of the universe as a test of its own.
fn universe(root: &Path, tests: &Path) -> std::io::Result<()> {
    let lines = std::fs::read(root.join("testplans.alt/universe"))?;
    std::fs::create_dir_all(tests)?;
    for (number, line) in String::from_utf8_lossy(&lines).lines().enumerate() {
        // The file comes last; what is quoted may hold the sign, too.
        let (args, input) = match line.rsplit_once('<') {
            Some((args, file)) if !file.contains(['\'', '"']) => (args, Some(file.trim())),
            _ => (line, None),
        };
        let stem = tests.join((number + 1).to_string());
        let input = input.map(|file| root.join("inputs").join(file));
        if let Some(input) = input {
            if !input.is_file() {
                continue;
            }
            std::fs::copy(&input, stem.with_extension("in"))?;
        }
        std::fs::write(stem.with_extension("args"), args.trim())?;
    }
    Ok(())
}

fn codeflaws(directory: &Path, work: &Path) -> Result<Case, String> {
    let entries = std::fs::read_dir(directory).map_err(|error| error.to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // The contest's numbers of the two programs, of which the faulty one was handed in first.
    files.sort();
    let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let faulty = name.rsplit('-').nth(1).unwrap_or_default().to_owned();
    let is_faulty = |file: &&PathBuf| {
        file.extension().is_some_and(|ending| ending == "c")
            && file.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(&faulty))
    };
    let file = files.iter().find(is_faulty).ok_or("no faulty program")?.clone();
    let tests = work.join(&name);
    std::fs::create_dir_all(&tests).map_err(|error| error.to_string())?;
    for input in &files {
        let stem = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(number) = stem.strip_prefix("input-") else { continue };
        let copy = |from: &Path, ending: &str| {
            std::fs::copy(from, tests.join(format!("{number}.{ending}")))
        };
        copy(input, "in").map_err(|error| error.to_string())?;
        let output = input.with_file_name(format!("output-{number}"));
        copy(&output, "out").map_err(|error| error.to_string())?;
    }
    let (tests, reference) = (vec![tests], Vec::new());
    Ok(Case { file, tests, reference, std: None, exit_code: None, is_lenient: true })
}
