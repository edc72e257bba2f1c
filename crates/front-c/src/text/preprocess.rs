//! Runs the preprocessor of the machine's C compiler and reads its complaints.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use whydunit_host::{
    Ended, Exhausted, NOT_FOUND, Ran, ReadError, Request, Temporary, limited, read,
};
use whydunit_program::Target;

use super::decode::{Decoded, decode};
use super::header_dir::HeaderDir;
use super::missing;
use super::opened::Opened;
use crate::limits::{COMPILER_OVERHEAD, MAX_FILE_BYTES, MEMORY_OF_A_BYTE, MOST_COMPLAINTS};
use crate::{Diagnostic, InputFile, Options, SourcePlace};

/// Whether comments are wanted in the output. Keeping them has side effects on directives that
/// follow a comment on the same line, so it is done only for files with annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comments {
    Keep,
    Drop,
}

/// Reads a file of the user's as text.
pub(super) fn read_source(file: &InputFile, options: &Options) -> Result<Decoded, Diagnostic> {
    let bytes = match &file.text {
        Some(text) => text.clone(),
        None => read_bytes(&file.path, options)?,
    };
    let text = without_mark(&bytes);
    if is_utf16(&bytes) {
        let name = file.path.display();
        let error = Diagnostic::error(format!(
            "`{name}` is text in UTF-16; C compilers do not read that either"
        ));
        return Err(error.note(format!("convert it: iconv -f UTF-16 -t UTF-8 {name} > utf8.c")));
    }
    match text.iter().position(|&byte| byte == 0) {
        Some(at) => Err(not_text(&file.path, text, at)),
        None => Ok(Decoded { has_mark: text.len() < bytes.len(), ..decode(text.to_vec()) }),
    }
}

fn read_bytes(path: &Path, options: &Options) -> Result<Vec<u8>, Diagnostic> {
    let name = path.display();
    read(path, MAX_FILE_BYTES, &options.budget).map_err(|error| match error {
        ReadError::Io(error) => unreadable(path, &error),
        ReadError::Directory => Diagnostic::error(format!("`{name}` is a directory, not a C file")),
        ReadError::Device => Diagnostic::error(format!("`{name}` is a device, not a C file")),
        ReadError::TooLarge(most) => Diagnostic::error(format!(
            "`{name}` is too large: files of up to {} MiB are read",
            most >> 20
        )),
        ReadError::Exhausted(what) => {
            Diagnostic::out_of_budget(format!("`{name}` was not read to its end: {what}"))
        }
        other => Diagnostic::error(format!("cannot read `{name}`: {other}")),
    })
}

/// There is a NUL byte at this offset.
fn not_text(path: &Path, bytes: &[u8], at: usize) -> Diagnostic {
    let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |nl| nl + 1);
    let mut diagnostic = Diagnostic::error("this is not a text file: it contains a NUL byte");
    diagnostic.place = Some(SourcePlace {
        file: path.display().to_string(),
        line,
        column: (at - start) as u32 + 1,
        // Control characters would play tricks on a terminal.
        line_text: bytes[start..at].escape_ascii().to_string(),
    });
    diagnostic
}

/// By its mark, or because every other byte of its beginning is NUL.
fn is_utf16(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(64) & !1];
    let nul = |from: usize| beginning.iter().skip(from).step_by(2).all(|&byte| byte == 0);
    let is_wide = beginning.len() >= 4 && nul(0) != nul(1);
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || is_wide
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// Some editors start files with it; compilers skip it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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

/// What the preprocessor makes of a file.
pub(super) struct Preprocessed {
    pub(super) text: Decoded,
    /// The files that it consists of.
    pub(super) opened: Opened,
}

/// Runs the preprocessor on a file. `text` is what to read instead of it, if not what it holds.
pub(super) fn preprocess(
    file: &InputFile,
    text: Option<&str>,
    options: &Options,
    headers: &HeaderDir,
    comments: Comments,
) -> Result<Preprocessed, Diagnostic> {
    let mut command = compiler(options);
    command.args(["-E", "-w", "-dD"]);
    if comments == Comments::Keep {
        command.arg("-C");
    }
    let rule = Temporary::create().map_err(|error| {
        Diagnostic::error(format!("cannot make a temporary directory: {error}"))
    })?;
    let rule = rule.path().join("opened");
    command.arg("-MD").arg("-MF").arg(&rule);
    let output = run_on(command, file, text, options, headers)?;
    if !output.status.success() {
        return Err(complaint(&output, file, &Opened::default(), options));
    }
    Ok(Preprocessed { text: decode(output.stdout), opened: Opened::in_rule(&rule) })
}

/// What the compiler itself says about a file that the parser rejected: it explains syntax errors
/// better than a grammar can. `None` when it has no objection.
pub(super) fn compiler_objection(
    file: &InputFile,
    options: &Options,
    headers: &HeaderDir,
) -> Option<Diagnostic> {
    let mut command = compiler(options);
    command.args(["-fsyntax-only", "-w"]);
    let output = run_on(command, file, None, options, headers).ok()?;
    if output.status.success() {
        return None;
    }
    let preprocessed = preprocess(file, None, options, headers, Comments::Drop);
    let opened = preprocessed.map(|text| text.opened).unwrap_or_default();
    Some(complaint(&output, file, &opened, options))
}

/// Runs a command of the compiler on a file; text that is in no file is piped into it.
fn run_on(
    mut command: Command,
    file: &InputFile,
    text: Option<&str>,
    options: &Options,
    headers: &HeaderDir,
) -> Result<Ended, Diagnostic> {
    common_arguments(&mut command, file, options, headers);
    let text = text.map(str::as_bytes).or(file.text.as_deref().map(without_mark));
    let Some(text) = text else {
        return run(command.arg(argument_path(&file.path)), None, options);
    };
    let dir = file.path.parent().filter(|dir| !dir.as_os_str().is_empty());
    command.arg("-iquote").arg(dir.unwrap_or(Path::new("."))).arg("-");
    let name = marker_name(&file.path).replace('\\', "\\\\").replace('"', "\\\"");
    let mut piped = format!("#line 1 \"{name}\"\n").into_bytes();
    piped.extend_from_slice(text);
    run(&mut command, Some(piped), options)
}

fn compiler_name(options: &Options) -> &str {
    options.compiler.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or("cc")
}

/// The compiler may come with flags (`gcc -pipe`), as make's `CC` does; a path with blanks in it is
/// taken whole if such a file exists.
fn compiler(options: &Options) -> Command {
    let name = compiler_name(options);
    let limited = |program: &str| limited(program.as_ref(), &options.budget, COMPILER_OVERHEAD);
    let mut command = if Path::new(name).is_file() {
        limited(name)
    } else {
        let mut words = name.split_whitespace();
        let program = words.next().unwrap_or("cc");
        let mut command = limited(program);
        command.args(words);
        command
    };
    command.env("LC_ALL", "C");
    command
}

fn common_arguments(
    command: &mut Command,
    file: &InputFile,
    options: &Options,
    headers: &HeaderDir,
) {
    // Columns count characters, a tab being one.
    command.args(["-ftabstop=1", "-fdiagnostics-color=never", "-D__WHYDUNIT__=1"]);
    if options.target == Target::Ilp32 {
        command.arg("-m32");
    }
    if let Some(std) = file.standard(options) {
        command.arg(format!("-std={std}"));
    }
    // Of directories the first counts, of definitions the last.
    for dir in &options.include_dirs {
        command.arg("-I").arg(dir);
    }
    command.args(&file.flags).args(&options.flags);
    command.args(options.defines.iter().map(|define| format!("-D{define}")));
    command.args(options.undefines.iter().map(|name| format!("-U{name}")));
    // After the user's directories and before the system's.
    if !options.system_headers {
        command.arg("-I").arg(headers.path());
    }
    // What a system with headers for 64 bits only has is written for both; it is looked for last.
    if options.target == Target::Ilp32 {
        for dir in WIDE_HEADERS.into_iter().map(Path::new).filter(|dir| dir.is_dir()) {
            command.arg("-idirafter").arg(dir);
        }
        command.arg("-idirafter").arg(headers.path().join("missing"));
    }
    command.args(["-x", "c"]);
}

/// Where systems keep the headers of their own target, by the names of these.
const WIDE_HEADERS: [&str; 2] = ["/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu"];

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
    input: Option<Vec<u8>>,
    options: &Options,
) -> Result<Ended, Diagnostic> {
    if input.is_none() {
        command.stdin(Stdio::null());
    }
    let memory = options.budget.memory;
    let most = memory.map_or(u64::MAX, |memory| (memory / MEMORY_OF_A_BYTE).max(MOST_COMPLAINTS));
    let request = Request {
        budget: options.budget.clone(),
        time: None,
        input,
        output: usize::try_from(most.min(u64::from(u32::MAX))).unwrap_or(usize::MAX),
        needs_all_output: true,
    };
    let name = compiler_name(options);
    let exhausted = |what: Exhausted| {
        Diagnostic::out_of_budget(format!(
            "the preprocessor `{name}` did not come to an end: {what}"
        ))
    };
    let unusable = |why: &str| {
        let diagnostic = Diagnostic::error(format!("no C compiler: `{name}` {why}"));
        diagnostic.note("whydunit uses its preprocessor; install one, or name one in CC")
    };
    match whydunit_host::run(command, &request) {
        Ran::Ended(ended) if ended.code() == Some(NOT_FOUND) => Err(unusable("was not found")),
        Ran::Ended(ended) => Ok(ended),
        Ran::Exhausted(what) => Err(exhausted(what)),
        Ran::TooLong => Err(exhausted(Exhausted::Time)),
        Ran::TooMuchOutput => Err(Diagnostic::out_of_budget(format!(
            "the preprocessor makes more than {} MiB of text of it: {}",
            most >> 20,
            Exhausted::Memory
        ))),
        Ran::NotStarted(error) => Err(unusable(&format!("cannot be run: {error}"))),
    }
}

/// The first error in what the compiler printed.
fn complaint(output: &Ended, main: &InputFile, opened: &Opened, options: &Options) -> Diagnostic {
    if let Some(what) = ended_by_limit(output) {
        let name = compiler_name(options);
        return Diagnostic::out_of_budget(format!("the C compiler `{name}` was stopped: {what}"));
    }
    let stderr = decode(output.stderr.clone()).text;
    let mut includers = Vec::new();
    for line in stderr.lines() {
        if let Some(diagnostic) = parse_complaint(line, main, opened, options) {
            return includers
                .into_iter()
                .fold(missing::explained(diagnostic, main, options), Diagnostic::note);
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
fn parse_complaint(
    line: &str,
    main: &InputFile,
    opened: &Opened,
    options: &Options,
) -> Option<Diagnostic> {
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
    let text = text_of(&file, main, opened, options);
    let line_text = text.lines().nth((row as usize).saturating_sub(1)).unwrap_or("").to_owned();
    let file = file.strip_prefix("./-").map(|rest| format!("-{rest}")).unwrap_or(file);
    diagnostic.place = Some(SourcePlace { file, line: row, column, line_text });
    Some(diagnostic)
}

/// What a file holds that the compiler speaks of; nothing if it is none of the program's, or cannot be read any more.
fn text_of(name: &str, main: &InputFile, opened: &Opened, options: &Options) -> String {
    let is_main = name == marker_name(&main.path);
    let bytes = match &main.text {
        Some(text) if is_main => Some(without_mark(text).to_vec()),
        None if is_main => read(&main.path, MAX_FILE_BYTES, &options.budget).ok(),
        _ => opened.read(name, options),
    };
    bytes.map(|bytes| decode(bytes).text).unwrap_or_default()
}

/// The limit of the system that ended the compiler or a process of its, which it tells in words.
fn ended_by_limit(output: &Ended) -> Option<Exhausted> {
    let said = String::from_utf8_lossy(&output.stderr);
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if says(&["out of memory", "virtual memory exhausted", "Cannot allocate memory", "bad_alloc"]) {
        return Some(Exhausted::Memory);
    }
    says(&["CPU time limit exceeded", "Killed signal"]).then_some(Exhausted::Time)
}
