//! Putting a test together.

use whydunit_program::{CheckKind, InputOrigin};

use crate::answers;
use crate::command::{command, directory, quoted};
use crate::draft::{Draft, RESUME};
use crate::files::Files;
use crate::instrument::{Instrumentation, edited, instrumentation};
use crate::kinds::arrange;
use crate::limits::LISTED_INPUTS;
use crate::literal;
use crate::names::Names;
use crate::request::{EmittedTest, Request, Unsupported};
use crate::start::write_main;
use crate::stubs::define_missing;

/// Writes the test for a failure.
///
/// # Errors
/// When no C program that a compiler builds from these files can show the failure, or when something needed for it
/// cannot be said in C.
pub fn emit(request: &Request<'_>) -> Result<EmittedTest, Unsupported> {
    answers::examine(request.program, request.inputs)?;
    let mut files = Files::new(request)?;
    let names = Names::new(files.all());
    let sources = &request.program.sources;
    let failure = request.failure;
    let at = sources.line_column(failure.span);
    let place = format!("{}:{}", sources.file(failure.span.file).name(), at.line);
    let mut draft = Draft::new(names, place);
    let (kind, message) = (failure.kind.name(), &failure.message);
    draft.comment.push(format!("{}: {kind}: {message}", draft.place));
    arrange(failure, &mut draft)?;
    let mode = instrumentation(request.program, failure, &mut files, &mut draft)?;
    if request.inputs.iter().any(|input| input.origin == InputOrigin::Uninitialised)
        && failure.kind != CheckKind::Uninit
    {
        draft.flags.push("-ftrivial-auto-var-init=zero".into());
    }

    let main_name = include_program(request, &files, &mode, &mut draft);
    define_missing(request, &files, &mut draft)?;
    let postcondition = match &mode {
        Instrumentation::Postcondition(cond) => Some(*cond),
        _ => None,
    };
    write_main(request, &files, postcondition, &main_name, &mut draft)?;

    let command = command(request, &files, &draft);
    describe(request, &command, &mut draft);
    Ok(EmittedTest { text: draft.text(request.test_file), command })
}

/// Makes the program part of the test; returns what its `main` is called there.
fn include_program(
    request: &Request<'_>,
    files: &Files<'_>,
    mode: &Instrumentation<'_>,
    draft: &mut Draft,
) -> String {
    let defines_main = |index: usize| {
        let header = files.sources[index].2.function("main");
        header.is_some_and(|header| header.body.is_some())
    };
    let main_name = draft.names.fresh("program_main");
    let is_outside =
        (0..files.sources.len()).any(|index| !files.inside.contains(&index) && defines_main(index));
    let is_inside = files.inside.iter().any(|&index| defines_main(index));
    if is_outside {
        draft.flags.push(format!("-Dmain={main_name}"));
    } else if is_inside {
        draft.body.push(format!("#define main {main_name}"));
    }
    for &index in &files.inside {
        let (path, _, scan) = &files.sources[index];
        match mode {
            Instrumentation::Copy { file, edits } if *file == index => {
                draft.body.push(format!("#line 1 {}", literal::string(path.as_bytes())));
                draft.body.push(edited(scan.text, edits));
                let directory = directory(path).unwrap_or(".");
                draft.flags.push(format!("-iquote {}", quoted(directory)));
            }
            _ => {
                draft.body.push(format!("#include \"{path}\""));
                let is_relative = !path.starts_with('/');
                let is_beside = directory(request.test_file).is_none();
                if is_relative && !is_beside && !draft.flags.iter().any(|flag| flag == "-iquote .")
                {
                    draft.flags.push("-iquote .".into());
                }
            }
        }
    }
    if matches!(mode, Instrumentation::Copy { .. }) {
        draft.body.push(RESUME.into());
    }
    if is_inside || is_outside {
        draft.body.push("#undef main".into());
    }
    main_name
}

/// Completes the comment at the top.
fn describe(request: &Request<'_>, command: &str, draft: &mut Draft) {
    draft.comment.push(String::new());
    let types = &request.program.types;
    let shown = |input: &&whydunit_interp::InputRecord| {
        types.pointee(input.ty).is_none() || input.bits == 0
    };
    let inputs: Vec<String> = request
        .inputs
        .iter()
        .filter(shown)
        .map(|input| {
            let value = match types.pointee(input.ty) {
                Some(_) => "NULL".to_owned(),
                None => literal::scalar(types, input.ty, input.bits),
            };
            match &input.variable {
                Some(variable) => format!("{variable} ({}) = {value}", input.name),
                None => format!("{} = {value}", input.name),
            }
        })
        .collect();
    if !inputs.is_empty() {
        draft.comment.push("Inputs:".into());
    }
    for input in inputs.iter().take(LISTED_INPUTS) {
        draft.comment.push(format!("    {input}"));
    }
    if let Some(more) = inputs.len().checked_sub(LISTED_INPUTS + 1) {
        draft.comment.push(format!("    and {} more", more + 1));
    }
    draft.comment.push("Build and run (it succeeds when the failure does not show):".into());
    draft.comment.push(format!("    {command}"));
}
