//! Faulty programs of public suites, each beside the correct one, and their tests.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// A form in which suites are published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suite {
    Siemens,
    Codeflaws,
    Ipas,
}

/// A faulty program, the correct one, and the tests.
pub(crate) struct Pair {
    pub(crate) faulty: PathBuf,
    pub(crate) correct: PathBuf,
    /// Given to whydunit as well, where the tests say nothing of what is expected.
    pub(crate) reference: Vec<PathBuf>,
    pub(crate) tests: PathBuf,
    pub(crate) std: Option<String>,
    pub(crate) fault: BTreeSet<u32>,
}

/// A number that depends on all of the name, for an order that nobody chose.
pub(crate) fn drawn(name: &str, seed: u64) -> Vec<u8> {
    Sha256::digest(format!("{seed} {name}")).to_vec()
}

impl Suite {
    pub(crate) fn of(name: &str) -> Result<Suite, String> {
        match name {
            "siemens" => Ok(Suite::Siemens),
            "codeflaws" => Ok(Suite::Codeflaws),
            "ipas" => Ok(Suite::Ipas),
            other => Err(format!("--suite {other}: siemens, codeflaws or ipas")),
        }
    }

    /// All faulty programs there are.
    pub(crate) fn names(self, programs: &Path) -> Vec<String> {
        match self {
            Suite::Codeflaws => entries(programs),
            Suite::Siemens => entries(programs)
                .into_iter()
                .flat_map(|name| {
                    let versions = programs.join(&name).join("versions.alt/versions.orig");
                    let versions = entries(&versions).into_iter();
                    versions.map(move |version| format!("{name}/{version}")).collect::<Vec<_>>()
                })
                .collect(),
            Suite::Ipas => {
                let mut found = Vec::new();
                fixed(&programs.join("semantically_incorrect_submissions"), &mut found);
                let root = programs.to_string_lossy().into_owned();
                let names = found.iter().filter_map(|file| {
                    file.to_str()?.strip_prefix(&root)?.strip_suffix("_fixed.c")
                });
                names.map(|name| name.trim_start_matches('/').to_owned()).collect()
            }
        }
    }

    /// `work` takes the tests in the form that whydunit reads.
    pub(crate) fn pair(self, programs: &Path, name: &str, work: &Path) -> Result<Pair, String> {
        match self {
            Suite::Siemens => siemens(programs, name, work),
            Suite::Codeflaws => codeflaws(&programs.join(name), work),
            Suite::Ipas => ipas(programs, name, work),
        }
    }
}

fn entries(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn fixed(directory: &Path, found: &mut Vec<PathBuf>) {
    for name in entries(directory) {
        let path = directory.join(&name);
        match path.is_dir() {
            true => fixed(&path, found),
            false if name.ends_with("_fixed.c") => found.push(path),
            false => {}
        }
    }
}

fn text(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines that the correct program has not; where it only has more, the statements before and behind. And whether one line was changed, or one added or taken away.
fn fault(faulty: &Path, correct: &Path) -> Result<(BTreeSet<u32>, bool), String> {
    let plain = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let (ours, theirs) = (plain(&text(faulty)?), plain(&text(correct)?));
    let ours: Vec<&str> = ours.iter().map(String::as_str).collect();
    let theirs: Vec<&str> = theirs.iter().map(String::as_str).collect();
    let diff = capture_diff_slices(Algorithm::Myers, &ours, &theirs);
    let mut lines = BTreeSet::new();
    let mut is_one_line = true;
    let mut hunks = 0;
    let mut at = 0_u32;
    let (mut removed, mut added) = (Vec::new(), 0_u32);
    let mut flush = |removed: &mut Vec<u32>, added: &mut u32, at: u32| {
        if removed.is_empty() && *added == 0 {
            return;
        }
        hunks += 1;
        is_one_line &= hunks == 1 && removed.len() <= 1 && *added <= 1;
        match removed.is_empty() {
            true => {
                let (before, behind) = ours.split_at(usize::try_from(at).unwrap_or(0));
                let says = |line: &&str| {
                    let words = line.trim_matches(|it: char| !it.is_alphanumeric());
                    !matches!(words, "" | "else")
                };
                let above = before.iter().rev().zip(0..).find(|(line, _)| says(line));
                let below = behind.iter().zip(1..).find(|(line, _)| says(line));
                lines.extend(above.map(|(_, distance): (_, u32)| at - distance));
                lines.extend(below.map(|(_, distance): (_, u32)| at + distance));
            }
            false => lines.extend(removed.drain(..)),
        }
        *added = 0;
    };
    for change in diff.iter().flat_map(|part| part.iter_changes(&ours, &theirs)) {
        let is_empty = change.value().trim().is_empty();
        match change.tag() {
            ChangeTag::Equal => {
                flush(&mut removed, &mut added, at);
                at += 1;
            }
            ChangeTag::Delete => {
                at += 1;
                if !is_empty {
                    removed.push(at);
                }
            }
            ChangeTag::Insert => added += u32::from(!is_empty),
        }
    }
    flush(&mut removed, &mut added, at);
    Ok((lines, is_one_line))
}

/// A suite as a TOML file: name, input and output of each test. White space does not count.
fn suite(file: &Path, tests: &[(String, PathBuf, PathBuf)]) -> Result<PathBuf, String> {
    let mut text = "compare-output = \"tokens\"\n".to_owned();
    for (name, input, output) in tests {
        let (input, output) = (input.display().to_string(), output.display().to_string());
        let _ = write!(
            text,
            "\n[[test]]\nname = {name:?}\nstdin-file = {input:?}\nstdout-file = {output:?}\n"
        );
    }
    std::fs::write(file, text).map_err(|error| error.to_string())?;
    Ok(file.to_owned())
}

fn full(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

fn codeflaws(directory: &Path, work: &Path) -> Result<Pair, String> {
    let directory = &full(directory)?;
    let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut numbers = name.rsplit('-');
    let files = entries(directory);
    let mut program = || {
        let ending = format!("-{}.c", numbers.next().unwrap_or_default());
        let file = files.iter().find(|file| file.ends_with(&ending));
        file.map(|file| directory.join(file)).ok_or("no such program")
    };
    let (correct, faulty) = (program()?, program()?);
    let (fault, is_one_line) = fault(&faulty, &correct)?;
    if !is_one_line {
        return Err("more than one line".to_owned());
    }
    let tests = files.iter().filter_map(|file| {
        let number = file.strip_prefix("input-")?;
        let output = directory.join(format!("output-{number}"));
        output.is_file().then(|| (number.to_owned(), directory.join(file), output))
    });
    let tests = suite(&work.join(format!("{name}.toml")), &tests.collect::<Vec<_>>())?;
    Ok(Pair { faulty, correct, reference: Vec::new(), tests, std: None, fault })
}

fn ipas(programs: &Path, name: &str, work: &Path) -> Result<Pair, String> {
    let programs = &full(programs)?;
    let faulty = programs.join(format!("{name}.c"));
    let correct = programs.join(format!("{name}_fixed.c"));
    let (fault, _) = fault(&faulty, &correct)?;
    // …/lab02/ex01/…
    let mut parts = name.split('/').skip_while(|part| !part.starts_with("lab"));
    let (lab, exercise) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let directory = programs.join("tests").join(lab).join(exercise);
    let tests: Vec<_> = entries(&directory)
        .into_iter()
        .filter_map(|file| {
            let stem = file.strip_suffix(".in")?;
            let output = directory.join(format!("{stem}.out"));
            output.is_file().then(|| (stem.to_owned(), directory.join(&file), output))
        })
        .collect();
    let tests = suite(&work.join(format!("{lab}-{exercise}.toml")), &tests)?;
    Ok(Pair { faulty, correct, reference: Vec::new(), tests, std: None, fault })
}

fn siemens(programs: &Path, name: &str, work: &Path) -> Result<Pair, String> {
    let (program, version) = name.split_once('/').ok_or("no version")?;
    let root = full(programs)?.join(program);
    let source = |directory: &str| {
        let directory = root.join(directory);
        let file = entries(&directory).into_iter().find(|file| file.ends_with(".c"));
        file.map(|file| directory.join(file)).ok_or_else(|| format!("{program}: no program"))
    };
    let faulty = source(&format!("versions.alt/versions.orig/{version}"))?;
    let correct = source("source.alt/source.orig")?;
    let (fault, _) = fault(&faulty, &correct)?;
    let tests = work.join(program);
    if !tests.is_dir() {
        universe(&root, &tests).map_err(|error| error.to_string())?;
    }
    let (reference, std) = (vec![correct.clone()], Some("gnu89".to_owned()));
    Ok(Pair { faulty, correct, reference, tests, std, fault })
}

/// Each line of the universe as a test of its own: arguments, and the file of standard input.
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
        if let Some(file) = input {
            let input = root.join("inputs").join(file.trim_start_matches("../inputs/"));
            if !input.is_file() {
                continue;
            }
            std::fs::copy(&input, stem.with_extension("in"))?;
        }
        std::fs::write(stem.with_extension("args"), args.trim())?;
    }
    Ok(())
}
