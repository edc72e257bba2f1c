//! The start of the run: arguments, standard input, globals, parameters, the call, and its contract.

use whydunit_program::{Body, Expr, Function, InputOrigin, Intrinsic, LocalId, Program, Type};

use crate::ctype::{declaration, innermost, is_nameless};
use crate::draft::Draft;
use crate::files::Files;
use crate::instrument::need_valid;
use crate::limits::LONGEST_INPUT;
use crate::literal;
use crate::request::{Request, Unsupported};
use crate::spec::Conditions;
use crate::values::{Item, Scope, Values};

/// Writes the lines of `main`. `main_name` is what the program's own `main` is called in the test.
pub(crate) fn write_main(
    request: &Request<'_>,
    files: &Files<'_>,
    postcondition: Option<&Expr>,
    main_name: &str,
    draft: &mut Draft,
) -> Result<(), Unsupported> {
    let program = request.program;
    let function = program.function(request.spec.function);
    if uses(program, &[Intrinsic::Exit]) {
        draft.needs("stdlib.h");
        draft.needs("unistd.h");
        draft.needs("stdio.h");
        let passed = draft.names.fresh("test_passed");
        draft.function(
            &format!("static void {passed}(void)"),
            &[
                "/* Whatever the program's exit code is. */".into(),
                "fflush(0);".into(),
                "_exit(0);".into(),
            ],
        );
        draft.main.push(format!("atexit({passed});"));
    }
    standard_input(request, draft)?;
    given_globals(request, draft)?;
    let arguments = if function.name == "main" {
        main_arguments(request, function, draft)
    } else {
        parameters(request, files, function, draft)?
    };
    let name = if function.name == "main" { main_name } else { &function.name };
    let call = format!("{name}({})", arguments.join(", "));
    let failed = draft.comment.first().cloned().unwrap_or_default();
    let result = draft.names.fresh("result");
    let mut conditions = Conditions::new(program, function, &mut draft.names);
    conditions.result.clone_from(&result);
    let requires = conditions.requires();
    let condition = postcondition.map(|cond| conditions.condition(cond)).transpose()?;
    let saved = std::mem::take(&mut conditions.saved);
    if conditions.uses_valid {
        need_valid(draft);
    }
    for (condition, words) in requires {
        let message = draft.message(&format!("the inputs do not meet `requires {words}`"));
        draft.main.extend([
            format!("if (!({condition})) {{"),
            format!("    {message}"),
            "    return 2;".into(),
            "}".into(),
        ]);
    }
    draft.main.extend(saved);
    let is_void = matches!(program.types.get(function.signature.result), Type::Void);
    match condition {
        Some(condition) => {
            if is_void {
                draft.main.push(format!("{call};"));
            } else {
                let ty = declaration(program, function.signature.result, &result, None)
                    .unwrap_or_else(|_| format!("__typeof__({call}) {result}"));
                draft.main.push(format!("{ty} = {call};"));
            }
            let message = draft.message(&failed);
            draft.main.extend([
                format!("if (!({condition})) {{"),
                format!("    {message}"),
                "    abort();".into(),
                "}".into(),
            ]);
        }
        None => draft.main.push(format!("{call};")),
    }
    Ok(())
}

fn uses(program: &Program, intrinsics: &[Intrinsic]) -> bool {
    program.functions.iter().any(
        |function| matches!(function.body, Body::Intrinsic(found) if intrinsics.contains(&found)),
    )
}

fn standard_input(request: &Request<'_>, draft: &mut Draft) -> Result<(), Unsupported> {
    use Intrinsic::{Fscanf, Getchar, Scanf, Vfscanf, Vscanf};
    let bytes = &request.spec.stdin;
    if !uses(request.program, &[Getchar, Scanf, Fscanf, Vscanf, Vfscanf]) {
        return Ok(());
    }
    if bytes.len() > LONGEST_INPUT {
        return Err(Unsupported::new("standard input of more than 65536 bytes"));
    }
    draft.needs("unistd.h");
    let (input, ends) = (draft.names.fresh("input"), draft.names.fresh("ends"));
    draft.main.extend([
        format!("static const char {input}[] = {};", literal::string(bytes)),
        format!("int {ends}[2];"),
        format!("if (pipe({ends}) != 0 || write({ends}[1], {input}, sizeof {input} - 1) < 0)"),
        "    return 2;".into(),
        format!("close({ends}[1]);"),
        format!("dup2({ends}[0], 0);"),
    ]);
    Ok(())
}

/// Globals that the program defines and the run was given other values for.
fn given_globals(request: &Request<'_>, draft: &mut Draft) -> Result<(), Unsupported> {
    let program = request.program;
    let values = Values::new(program, request.inputs, |origin| *origin == InputOrigin::Global);
    for global in &program.globals {
        let name = &global.name;
        if global.is_undefined || global.is_literal || global.owner.is_some() || !values.has(name) {
            continue;
        }
        if global.is_const {
            return Err(Unsupported::new(format!("{name} is const and cannot be given a value")));
        }
        let mut lines = Vec::new();
        let value = values.initialiser(
            Item { input: name, ty: global.ty, variable: name, written: None },
            Scope::Function,
            &mut draft.names,
            &mut lines,
        )?;
        draft.main.extend(lines);
        draft.main.push(if program.types.is_scalar(global.ty) {
            format!("{name} = {value};")
        } else {
            format!("__builtin_memcpy(&{name}, &(__typeof__({name})){value}, sizeof {name});")
        });
    }
    Ok(())
}

fn main_arguments(request: &Request<'_>, function: &Function, draft: &mut Draft) -> Vec<String> {
    let strings = std::iter::once(request.spec.program_name.as_bytes())
        .chain(request.spec.args.iter().map(Vec::as_slice));
    let strings: Vec<_> =
        strings.map(|bytes| format!("(char[]){{{}}}", literal::string(bytes))).collect();
    let count = function.param_count as usize;
    let mut arguments = Vec::new();
    if count > 0 {
        arguments.push(strings.len().to_string());
    }
    if count > 1 {
        let argv = draft.names.fresh("argv");
        draft.main.push(format!("char *{argv}[] = {{{}, 0}};", strings.join(", ")));
        arguments.push(argv);
    }
    if count > 2 {
        let environment = draft.names.fresh("environment");
        draft.main.push(format!("char *{environment}[] = {{0}};"));
        arguments.push(environment);
    }
    arguments
}

/// Declares a variable for each parameter; returns the arguments of the call.
fn parameters(
    request: &Request<'_>,
    files: &Files<'_>,
    function: &Function,
    draft: &mut Draft,
) -> Result<Vec<String>, Unsupported> {
    let program = request.program;
    let values = Values::new(program, request.inputs, |origin| *origin == InputOrigin::Parameter);
    let mut arguments = Vec::new();
    for param in function.params() {
        let local = function.local(param);
        let name = &local.name;
        if name.is_empty() {
            arguments.push("0".into());
            continue;
        }
        let written = written_type(program, files, function, param);
        let written = written.as_deref();
        let item = Item { input: name, ty: local.ty, variable: name, written };
        let mut lines = Vec::new();
        let names = &mut draft.names;
        let pointee = program.types.pointee(local.ty);
        let address = values.get(name).map_or(0, |record| record.bits);
        let array = match pointee {
            Some(elem) if values.function_at(address).is_none() => {
                values.pointee(Item { ty: elem, ..item }, names, &mut lines)?
            }
            _ => None,
        };
        if array.is_none() {
            let value = match pointee {
                Some(_) if address == 0 => "0".into(),
                _ => values.initialiser(item, Scope::Function, names, &mut lines)?,
            };
            let declared = declaration(program, local.ty, name, written)?;
            lines.push(format!("{declared} = {value};"));
        }
        draft.main.extend(lines);
        // The types of the program may say `const` further in.
        let is_deep = pointee.is_some_and(|to| program.types.pointee(to).is_some());
        arguments.push(if is_deep { format!("(void *){name}") } else { name.clone() });
    }
    Ok(arguments)
}

/// The innermost type of a parameter as the program writes it.
fn written_type(
    program: &Program,
    files: &Files<'_>,
    function: &Function,
    param: LocalId,
) -> Option<String> {
    let local = function.local(param);
    let (scan, header) = files.declaration(&function.name)?;
    let parameter = scan.parameters(header).into_iter().nth(param.index())?;
    // The last word of that spelling: `enum kind kind`.
    let name = parameter.iter().rposition(|&token| scan.word(token) == local.name)?;
    let mut depth = 0;
    let mut words = Vec::new();
    for (index, &token) in parameter.iter().enumerate() {
        match scan.word(token) {
            "(" => return None,
            "*" | "[" => depth += 1,
            "const" | "volatile" | "restrict" | "__restrict" | "register" => {}
            // After the name come only lengths of arrays.
            word if index < name => words.push(word),
            _ => {}
        }
    }
    let base = words.join(" ");
    let (_, wanted) = innermost(program, local.ty);
    if depth == wanted {
        return (!base.is_empty()).then_some(base);
    }
    let hidden = wanted.checked_sub(depth)?;
    is_nameless(program, local.ty).then(|| format!("__typeof__({}({base})0)", "*".repeat(hidden)))
}
