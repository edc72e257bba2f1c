//! Runs the preprocessor of the machine's C compiler and reads its complaints.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use whydunit_program::Target;

use super::decode::{Decoded, decode};
use super::headers::HeaderDir;
use crate::{Diagnostic, Options, SourcePlace};

/// Whether comments are wanted in the output. Keeping them has side effects on directives that
/// follow a comment on the same line, so it is done only for files with annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comments {
    Keep,
    Drop,
}

/// Reads a file of the user's as text.
pub(super) fn read_source(path: &Path) -> Result<Decoded, Diagnostic> {
    let name = path.display();
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if metadata.is_dir() {
        return Err(Diagnostic::error(format!("`{name}` is a directory, not a C file")));
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(Diagnostic::error(format!(
            "`{name}` is too large: files of up to {} MiB are read",
            MAX_FILE_BYTES >> 20
        )));
    }
    let mut bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
        let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |nl| nl + 1);
        let mut diagnostic = Diagnostic::error("this is not a text file: it contains a NUL byte");
        diagnostic.place = Some(SourcePlace {
            file: name.to_string(),
            line,
            column: (at - start) as u32 + 1,
            // Control characters would play tricks on a terminal.
            line_text: bytes[start..at].escape_ascii().to_string(),
        });
        return Err(diagnostic);
    }
    Ok(decode(bytes))
}

/// Some editors start files with it; compilers skip it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Offsets are 32 bits wide and preprocessing may multiply the text.
const MAX_FILE_BYTES: u64 = 256 << 20;

fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let name = path.display();
    match error.kind() {
        std::io::ErrorKind::NotFound => Diagnostic::error(format!("no such file: `{name}`")),
        std::io::ErrorKind::PermissionDenied => {
            Diagnostic::error(format!("cannot read `{name}`: permission denied"))
        }
        _ => Diagnostic::error(format!("cannot read `{name}`: {error}")),
    }
}

/// Runs the preprocessor on `path`. `text` is what to read instead of the file, if not what it holds.
pub(super) fn preprocess(
    path: &Path,
    text: Option<&str>,
    options: &Options,
    headers: &HeaderDir,
    comments: Comments,
) -> Result<Decoded, Diagnostic> {
    let mut command = compiler(options);
    command.args(["-E", "-w", "-dD"]);
    if comments == Comments::Keep {
        command.arg("-C");
    }
    common_arguments(&mut command, options, headers);
    let output = match text {
        None => run(command.arg(argument_path(path)), None, options)?,
        Some(text) => {
            let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
            command.arg("-iquote").arg(dir.unwrap_or(Path::new("."))).arg("-");
            let name = marker_name(path).replace('\\', "\\\\").replace('"', "\\\"");
            run(&mut command, Some(format!("#line 1 \"{name}\"\n{text}")), options)?
        }
    };
    if !output.status.success() {
        return Err(complaint(&output, options));
    }
    Ok(decode(output.stdout))
}

/// What the compiler itself says about a file that the parser rejected: it explains syntax errors
/// better than a grammar can. `None` when it has no objection.
pub(super) fn compiler_objection(
    path: &Path,
    options: &Options,
    headers: &HeaderDir,
) -> Option<Diagnostic> {
    let mut command = compiler(options);
    command.args(["-fsyntax-only", "-w"]);
    common_arguments(&mut command, options, headers);
    let output = run(command.arg(argument_path(path)), None, options).ok()?;
    (!output.status.success()).then(|| complaint(&output, options))
}

fn compiler_name(options: &Options) -> &str {
    options.compiler.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or("cc")
}

/// The compiler may come with flags (`gcc -pipe`), as make's `CC` does; a path with blanks in it is
/// taken whole if such a file exists.
fn compiler(options: &Options) -> Command {
    let name = compiler_name(options);
    let mut command = if Path::new(name).is_file() {
        Command::new(name)
    } else {
        let mut words = name.split_whitespace();
        let program = words.next().unwrap_or("cc");
        let mut command = Command::new(program);
        command.args(words);
        command
    };
    command.env("LC_ALL", "C");
    command
}

fn common_arguments(command: &mut Command, options: &Options, headers: &HeaderDir) {
    // Columns count characters, a tab being one.
    command.args(["-ftabstop=1", "-fdiagnostics-color=never", "-D__WHYDUNIT__=1"]);
    if options.target == Target::Ilp32 {
        command.arg("-m32");
    }
    if let Some(std) = &options.std {
        command.arg(format!("-std={std}"));
    }
    command.args(options.defines.iter().map(|define| format!("-D{define}")));
    command.args(options.undefines.iter().map(|name| format!("-U{name}")));
    for dir in &options.include_dirs {
        command.arg("-I").arg(dir);
    }
    // After the user's directories and before the system's.
    command.arg("-I").arg(headers.path());
    command.args(["-x", "c"]);
}

/// A path that the compiler does not take for an option.
fn argument_path(path: &Path) -> OsString {
    if path.as_os_str().as_encoded_bytes().first() == Some(&b'-') {
        return Path::new(".").join(path).into_os_string();
    }
    path.as_os_str().to_owned()
}

/// The name that the compiler's messages and line markers use for `path`.
pub(super) fn marker_name(path: &Path) -> String {
    argument_path(path).to_string_lossy().into_owned()
}

fn run(
    command: &mut Command,
    input: Option<String>,
    options: &Options,
) -> Result<Output, Diagnostic> {
    let run = || match input {
        None => command.stdin(Stdio::null()).output(),
        Some(input) => {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn()?;
            let mut pipe = child.stdin.take();
            std::thread::scope(|scope| {
                // A compiler that stops reading early has said why on its error output.
                scope.spawn(move || pipe.take().map(|mut pipe| pipe.write_all(input.as_bytes())));
                child.wait_with_output()
            })
        }
    };
    run().map_err(|error| {
        let name = compiler_name(options);
        let diagnostic = match error.kind() {
            std::io::ErrorKind::NotFound => {
                Diagnostic::error(format!("no C compiler: `{name}` was not found"))
            }
            _ => Diagnostic::error(format!("cannot run the C compiler `{name}`: {error}")),
        };
        diagnostic.note("whydunit uses its preprocessor; install one, or name one in CC")
    })
}

/// The first error in what the compiler printed.
fn complaint(output: &Output, options: &Options) -> Diagnostic {
    let stderr = decode(output.stderr.clone()).text;
    let mut includers = Vec::new();
    for line in stderr.lines() {
        if let Some(diagnostic) = parse_complaint(line) {
            return includers.into_iter().fold(hint(diagnostic, options), Diagnostic::note);
        }
        let line = line.trim_end_matches([',', ':']);
        if let Some(from) = line.strip_prefix("In file included from ") {
            includers = vec![format!("included from {from}")];
        } else if let Some(from) = line.trim_start().strip_prefix("from ") {
            includers.push(format!("included from {from}"));
        }
    }
    let first = stderr.lines().find(|line| !line.trim().is_empty());
    let message = first.unwrap_or("it gave no reason").trim();
    Diagnostic::error(format!("the C compiler `{}` failed: {message}", compiler_name(options)))
}

/// `file:line:column: error: message`
fn parse_complaint(line: &str) -> Option<Diagnostic> {
    let (place, message) =
        line.split_once(": fatal error: ").or_else(|| line.split_once(": error: "))?;
    // The name of the warning that became an error is of no use here.
    let message = match message.rsplit_once(" [-W") {
        Some((rest, flag)) if flag.ends_with(']') => rest,
        _ => message,
    };
    let mut diagnostic = Diagnostic::error(message);
    let mut parts = place.rsplitn(3, ':');
    let (last, middle, first) = (parts.next(), parts.next(), parts.next());
    let numbers =
        (middle.and_then(|text| text.parse().ok()), last.and_then(|text| text.parse().ok()));
    let (file, row, column) = match (first, numbers) {
        (Some(file), (Some(row), Some(column))) => (file.to_owned(), row, column),
        (_, (_, Some(row))) => {
            (place.rsplit_once(':').map_or("", |(file, _)| file).to_owned(), row, 1)
        }
        // The compiler speaks of its command line or itself.
        _ => return Some(diagnostic),
    };
    let text = std::fs::read(&file).map(|bytes| decode(bytes).text).unwrap_or_default();
    let line_text = text.lines().nth((row as usize).saturating_sub(1)).unwrap_or("").to_owned();
    let file = file.strip_prefix("./-").map(|rest| format!("-{rest}")).unwrap_or(file);
    diagnostic.place = Some(SourcePlace { file, line: row, column, line_text });
    Some(diagnostic)
}

/// Says how a missing header may be found.
fn hint(diagnostic: Diagnostic, options: &Options) -> Diagnostic {
    let missing = diagnostic
        .message
        .strip_suffix(": No such file or directory")
        .or_else(|| diagnostic.message.strip_suffix("' file not found")?.strip_prefix('\''));
    let Some(missing) = missing.map(str::to_owned) else { return diagnostic };
    let includer = diagnostic.place.as_ref().map(|place| PathBuf::from(&place.file));
    let note = match find_header(&missing, includer.as_deref()) {
        Some(dir) => format!("`{missing}` exists in `{0}`: try -I {0}", dir.display()),
        None if options.include_dirs.is_empty() => {
            format!("say where `{missing}` is with -I DIR")
        }
        None => format!("`{missing}` is in none of: {}", options.include_dirs.join(", ")),
    };
    let message = format!("cannot find the header `{missing}`");
    Diagnostic { message, ..diagnostic }.note(note)
}

/// Looks for a header in the directories around the file that includes it.
fn find_header(name: &str, includer: Option<&Path>) -> Option<PathBuf> {
    let parent = includer?.parent()?;
    let start = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let mut candidates = Vec::new();
    for base in [start.to_path_buf(), start.join("..")] {
        candidates.extend(["include", "inc", "src", "lib", "."].map(|sub| base.join(sub)));
        let children = std::fs::read_dir(&base).into_iter().flatten().flatten();
        let mut children: Vec<_> =
            children.take(200).map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        children.sort();
        candidates.extend(children);
    }
    let found = candidates.into_iter().find(|dir| dir.join(name).is_file())?;
    Some(found.components().filter(|part| *part != std::path::Component::CurDir).collect())
}
