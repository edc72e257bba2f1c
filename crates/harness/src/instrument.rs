//! Checks that a C compiler does not see, put into a copy of the file they belong to.
//!
//! Contracts are comments in C, and reading storage without a value is nothing that gcc can be asked to notice. The file is
//! copied with the one check put in that fails. Lines keep their numbers: what is put in stays on its line or is followed by
//! a `#line`.

use whydunit_interp::Failure;
use whydunit_program::{CheckKind, Expr, Function, Program, RecordId, SourceKind, StmtKind, Type};
use whydunit_source::Span;

use crate::ctype::declaration;
use crate::draft::Draft;
use crate::files::Files;
use crate::kinds::library_function;
use crate::literal;
use crate::request::Unsupported;
use crate::scan::Scan;
use crate::spec::Conditions;

/// What has to be put in, and where.
#[derive(Debug)]
pub(crate) enum Instrumentation<'a> {
    /// The C compiler sees the failure.
    Nothing,
    /// A postcondition of the start function: checked after the call.
    Postcondition(&'a Expr),
    /// A copy of the file with these pieces of text put in.
    Copy { file: usize, edits: Vec<Edit> },
}

/// Text to be put in at an offset.
#[derive(Debug)]
pub(crate) struct Edit {
    at: usize,
    text: String,
}

pub(crate) fn instrumentation<'a>(
    program: &'a Program,
    failure: &Failure,
    files: &mut Files<'a>,
    draft: &mut Draft,
) -> Result<Instrumentation<'a>, Unsupported> {
    match failure.kind {
        CheckKind::Contract => contract(program, failure, files, draft),
        CheckKind::Uninit => read(program, failure, files, draft),
        CheckKind::Overflow if failure.message.starts_with("-(") => negation(failure, files),
        _ => Ok(Instrumentation::Nothing),
    }
}

fn contract<'a>(
    program: &'a Program,
    failure: &Failure,
    files: &mut Files<'a>,
    draft: &mut Draft,
) -> Result<Instrumentation<'a>, Unsupported> {
    let stmt = program.stmt_at(failure.point);
    let Some(StmtKind::Check { kind, cond, .. }) = stmt.map(|stmt| &stmt.kind) else {
        return Err(Unsupported::new("the condition of the contract cannot be evaluated"));
    };
    let span = stmt.map_or(failure.span, |stmt| stmt.span);
    let function = program.function(failure.point.function);
    let is_outermost = failure.stack.len() <= 1;
    let words = program.sources.text(span);
    let source = stmt.map(|stmt| program.source_stmt(stmt.source).kind);
    let in_place = source == Some(SourceKind::Annotation)
        && !words.starts_with("ensures")
        && *kind != CheckKind::Requires;
    if !in_place {
        if is_outermost && *kind != CheckKind::Requires {
            return Ok(Instrumentation::Postcondition(cond));
        }
        return wrapper(program, function, *kind, cond, files, draft);
    }
    let file = files.take_in(span)?;
    let scan = &files.sources[file].2;
    let mut conditions = Conditions::new(program, function, &mut draft.names);
    conditions.in_place = true;
    let condition = conditions.condition(cond)?;
    let uses_valid = conditions.uses_valid;
    let check = format!("if (!({condition})) {}();", draft.failed);
    let comment = comment_start(scan.text, span.start as usize);
    let edits = if words.starts_with("loop") {
        invariant(scan, span.end as usize, &check)?
    } else {
        vec![Edit { at: comment, text: format!("{{ {check} }} ") }]
    };
    prepare_failure(draft, uses_valid);
    Ok(Instrumentation::Copy { file, edits })
}

/// The beginning of the comment around a place.
fn comment_start(text: &str, within: usize) -> usize {
    let before = &text[..within];
    before.rfind("//@").max(before.rfind("/*@")).unwrap_or(within)
}

/// A check each time the head of the loop after the annotation is reached.
fn invariant(scan: &Scan<'_>, after: usize, check: &str) -> Result<Vec<Edit>, Unsupported> {
    let missing = || Unsupported::new("the loop of the invariant is written by a macro");
    let at = scan.first_at(after);
    let word = |index: usize| scan.tokens.get(index).map(|&token| scan.word(token));
    if word(at) == Some("do") {
        let brace = scan.tokens.get(at + 1).filter(|_| word(at + 1) == Some("{"));
        let brace = brace.ok_or_else(missing)?;
        return Ok(vec![Edit { at: brace.end, text: format!(" {{ {check} }}") }]);
    }
    let open = at + 1;
    if !matches!(word(at), Some("while" | "for")) || word(open) != Some("(") {
        return Err(missing());
    }
    let close = scan.closing(open).ok_or_else(missing)?;
    let mut first = open;
    let mut last = close;
    if word(at) == Some("for") {
        let mut depth = 0;
        let mut semicolons = (open..close).filter(|&index| {
            match word(index) {
                Some("(" | "[" | "{") => depth += 1,
                Some(")" | "]" | "}") => depth -= 1,
                _ => {}
            }
            depth == 1 && word(index) == Some(";")
        });
        first = semicolons.next().ok_or_else(missing)?;
        last = semicolons.next().ok_or_else(missing)?;
    }
    let checked = format!("({{ {check} 1; }})");
    let (from, to) = (scan.tokens[first].end, scan.tokens[last].start);
    if first + 1 == last {
        return Ok(vec![Edit { at: from, text: format!(" {checked}") }]);
    }
    Ok(vec![Edit { at: from, text: format!("{checked} && (") }, Edit { at: to, text: ")".into() }])
}

/// The function gets another name, and one of its old name that checks the contract around a call of it.
fn wrapper<'a>(
    program: &'a Program,
    function: &'a Function,
    kind: CheckKind,
    cond: &Expr,
    files: &mut Files<'a>,
    draft: &mut Draft,
) -> Result<Instrumentation<'a>, Unsupported> {
    let name = &function.name;
    let file = files.take_in(function.span)?;
    let (path, _, scan) = &files.sources[file];
    let definition = scan.function(name).and_then(|header| Some((header, header.body?)));
    let Some((header, (_, body_end))) = definition else {
        return Err(Unsupported::new(format!(
            "the definition of {name} is not written out as such"
        )));
    };
    if function.signature.variadic {
        return Err(Unsupported::new(format!("{name} takes any number of arguments")));
    }
    let inner = draft.names.fresh(&format!("{name}_itself"));
    let result = draft.names.fresh("result");
    let mut conditions = Conditions::new(program, function, &mut draft.names);
    conditions.result.clone_from(&result);
    let condition = conditions.condition(cond)?;
    let (saved, uses_valid) = (std::mem::take(&mut conditions.saved), conditions.uses_valid);
    let arguments: Vec<&str> =
        function.params().map(|param| function.local(param).name.as_str()).collect();
    let call = format!("{inner}({})", arguments.join(", "));
    let check = format!("if (!({condition})) {}();", draft.failed);
    let is_void = matches!(program.types.get(function.signature.result), Type::Void);
    let mut lines = saved;
    if kind == CheckKind::Requires {
        lines.push(check);
        lines.push(if is_void { format!("{call};") } else { format!("return {call};") });
    } else if is_void {
        lines.extend([format!("{call};"), check]);
    } else {
        let ty = declaration(program, function.signature.result, &result, None)
            .unwrap_or_else(|_| format!("__typeof__({call}) {result}"));
        lines.extend([format!("{ty} = {call};"), check, format!("return {result};")]);
    }
    let declared = scan.spelled(scan.between(header.start, header.end));
    let line = program.sources.file(function.span.file).line_column(body_end as u32).line;
    let checked = format!(
        "\n\n{declared}\n{{\n    {}\n}}\n#line {line} {}\n",
        lines.join("\n    "),
        literal::string(path.as_bytes())
    );
    prepare_failure(draft, uses_valid);
    Ok(Instrumentation::Copy {
        file,
        edits: vec![
            Edit { at: header.start, text: format!("{declared}; ") },
            Edit { at: header.name.end, text: inner[name.len()..].to_owned() },
            Edit { at: body_end, text: checked },
        ],
    })
}

/// Declares ahead what the copy calls when the check fails.
fn prepare_failure(draft: &mut Draft, uses_valid: bool) {
    let header = format!("static void {}(void)", draft.failed);
    draft.ahead.push(format!("{header};"));
    if uses_valid {
        need_valid(draft);
    }
    let message = draft.comment.first().cloned().unwrap_or_default();
    let message = draft.message(&message);
    draft.function(&header, &[message, "abort();".into()]);
}

/// `\valid` asks AddressSanitizer.
pub(crate) fn need_valid(draft: &mut Draft) {
    draft.use_address_sanitizer();
    let declared = "void *__asan_region_is_poisoned(void *start, __SIZE_TYPE__ size);".to_owned();
    if !draft.ahead.contains(&declared) {
        draft.ahead.push(declared);
    }
}

/// gcc makes `-x < 0` a comparison without a negation before it thinks of overflow; a value of its own it computes.
fn negation<'a>(
    failure: &Failure,
    files: &mut Files<'a>,
) -> Result<Instrumentation<'a>, Unsupported> {
    let (start, end) = (failure.span.start as usize, failure.span.end as usize);
    let Ok(file) = files.take_in(failure.span) else { return Ok(Instrumentation::Nothing) };
    let scan = &files.sources[file].2;
    let is_compared = |index: Option<usize>| {
        let token = index.and_then(|index| scan.tokens.get(index));
        token.is_some_and(|&token| matches!(scan.word(token), "<" | ">" | "=" | "!"))
    };
    let (first, next) = (scan.first_at(start), scan.first_at(end));
    if !is_compared(first.checked_sub(1)) && !is_compared(Some(next)) {
        return Ok(Instrumentation::Nothing);
    }
    Ok(Instrumentation::Copy {
        file,
        edits: vec![
            Edit { at: start, text: "({ __auto_type value = ".into() },
            Edit { at: end, text: "; value; })".into() },
        ],
    })
}

/// Functions that look for the end of a string: storage that is filled has none.
const STRING_READERS: [&str; 12] = [
    "strlen", "strcpy", "strcat", "strdup", "puts", "fputs", "printf", "fprintf", "sprintf",
    "snprintf", "strchr", "strrchr",
];

/// Reading storage that still holds the byte it was filled with.
fn read<'a>(
    program: &'a Program,
    failure: &Failure,
    files: &mut Files<'a>,
    draft: &mut Draft,
) -> Result<Instrumentation<'a>, Unsupported> {
    let invisible = |why: &str| {
        Err(Unsupported::new(format!(
            "{why}; gcc cannot show reads of storage without a value (clang's -fsanitize=memory or valgrind can)"
        )))
    };
    match library_function(failure) {
        Some(name) if STRING_READERS.contains(&name) => {
            draft.flags.push("-fno-builtin".into());
            return Ok(Instrumentation::Nothing);
        }
        Some(_) => return invisible("the read happens inside a library function"),
        None => {}
    }
    let span: Span = failure.span;
    let file = files.take_in(span)?;
    let scan = &files.sources[file].2;
    let tokens = scan.between(span.start as usize, span.end as usize);
    let is_macro = tokens.iter().any(|&token| {
        let word = scan.word(token);
        files.all().any(|scan| scan.defines_macro(word))
    });
    if is_macro {
        return invisible("the read is written by a macro");
    }
    let is_call = tokens.last().is_some_and(|&token| scan.word(token) == ")");
    if failure.message.ends_with("which has no value") {
        return invisible("what is read was copied or computed from storage without a value");
    }
    if is_call || !failure.message.contains("is used uninitialised") {
        return invisible("what is read is not a variable");
    }
    let function = program.function(failure.point.function);
    let mut named = function.locals.iter().filter(|local| local.name == program.sources.text(span));
    if named.any(|local| is_initialised(scan, local.span)) {
        return invisible("a variable with an initialiser is left alone");
    }
    let member = tokens.last().map(|&token| scan.word(token));
    if tokens.len() > 1 && member.is_some_and(|name| is_bit_field(program, name)) {
        return invisible("a bit-field has no address");
    }
    let (read, checked) = (draft.names.fresh("READ"), draft.names.fresh("test_read"));
    let header = format!("static void *{checked}(void *at, unsigned size)");
    draft.ahead.push(format!(
        "/* Fails when all bytes still are what gcc and AddressSanitizer fill new storage with. */
{header};"
    ));
    draft.ahead.push(format!(
        "#define {read}(place) (*(__typeof__(&(place))){checked}((void *)&(place), sizeof(place)))"
    ));
    let message = draft.comment.first().cloned().unwrap_or_default();
    let message = draft.message(&message);
    draft.function(
        &header,
        &[
            "unsigned i;".into(),
            "for (i = 0; i < size; i++)".into(),
            "    if (((unsigned char *)at)[i] != 0xfe)".into(),
            "        return at;".into(),
            message,
            "abort();".into(),
        ],
    );
    Ok(Instrumentation::Copy {
        file,
        edits: vec![
            Edit { at: span.start as usize, text: format!("{read}(") },
            Edit { at: span.end as usize, text: ")".into() },
        ],
    })
}

/// Is some bit-field of the program called that?
fn is_bit_field(program: &Program, name: &str) -> bool {
    let ids = (0..program.types.record_count()).map(|index| RecordId(index as u32));
    let mut fields = ids.flat_map(|id| &program.types.record(id).fields);
    fields.any(|field| field.bits.is_some() && field.name == name)
}

fn is_initialised(scan: &Scan<'_>, name: Span) -> bool {
    let next = scan.tokens.get(scan.first_at(name.end as usize));
    next.is_some_and(|&token| scan.word(token) == "=") && name.end > name.start
}

/// The text with everything put in.
pub(crate) fn edited(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.at]);
        out.push_str(&edit.text);
        at = edit.at;
    }
    out.push_str(&text[at..]);
    out
}
