//! What makes each kind of failure visible in a program that a C compiler built.

use whydunit_interp::Failure;
use whydunit_program::CheckKind;

use crate::draft::Draft;
use crate::request::Unsupported;

/// Sanitizers and options for a kind of failure.
pub(crate) fn arrange(failure: &Failure, draft: &mut Draft) -> Result<(), Unsupported> {
    match failure.kind {
        CheckKind::Assert | CheckKind::Unreach | CheckKind::Contract | CheckKind::Requires => {
            if failure.text.starts_with("__builtin_unreachable") {
                draft.sanitizers.insert("unreachable");
            }
        }
        CheckKind::Overflow => {
            draft.sanitizers.extend(["signed-integer-overflow", "float-cast-overflow"]);
        }
        CheckKind::Div => {
            draft.sanitizers.extend(["integer-divide-by-zero", "signed-integer-overflow"]);
        }
        CheckKind::Shift => {
            draft.sanitizers.insert("shift");
        }
        CheckKind::Bounds => {
            if is_inside_larger_object(failure) {
                return fortify(failure, draft);
            }
            if failure.message.contains(" 0-byte block") {
                return Err(Unsupported::new(
                    "AddressSanitizer gives a block of 0 bytes room for 1",
                ));
            }
            if library_function(failure) == Some("gets") {
                define_gets(draft);
            }
            draft.use_address_sanitizer();
            draft.sanitizers.extend(["bounds", "bounds-strict", "vla-bound"]);
            through_library_functions(draft);
        }
        CheckKind::Null => {
            draft.use_address_sanitizer();
            draft.sanitizers.extend(["null", "pointer-overflow"]);
            through_library_functions(draft);
        }
        CheckKind::Lifetime => {
            if failure.message.contains("variable-length array") {
                return Err(Unsupported::new(
                    "AddressSanitizer does not see the end of a variable-length array's life",
                ));
            }
            draft.use_address_sanitizer();
            draft.options.push("detect_stack_use_after_return=1");
            through_library_functions(draft);
        }
        CheckKind::Uninit => {
            draft.use_address_sanitizer();
            // Storage without a value is filled with one byte, on the stack by the compiler.
            draft.flags.push("-ftrivial-auto-var-init=pattern".into());
            draft.options.extend(["malloc_fill_byte=254", "max_malloc_fill_size=268435456"]);
        }
        CheckKind::Expectation
        | CheckKind::Termination
        | CheckKind::Leak
        | CheckKind::AllocFail => {
            return Err(Unsupported::new(
                "what was expected of the run is not part of the program",
            ));
        }
        CheckKind::Abort => {
            draft.use_address_sanitizer();
            draft.options.extend(["handle_abort=1", "handle_sigill=1"]);
        }
    }
    Ok(())
}

/// Calls of `strcpy` and its like stay calls, which AddressSanitizer looks into.
fn through_library_functions(draft: &mut Draft) {
    draft.flags.push("-fno-builtin".into());
}

/// Did a pointer into a member leave the member only? An index into an array that is written out as such
/// (`s.a[i]`) is seen by the compiler.
fn is_inside_larger_object(failure: &Failure) -> bool {
    let Some((_, object)) = failure.message.rsplit_once(" the end of ") else { return false };
    let object = object.split(", in ").next().unwrap_or(object);
    object.contains(['.', '>']) && !object.contains(' ')
}

/// Sanitizers watch whole objects only; the C library's own checks know members.
fn fortify(failure: &Failure, draft: &mut Draft) -> Result<(), Unsupported> {
    const CHECKED: [&str; 12] = [
        "strcpy",
        "strncpy",
        "stpcpy",
        "strcat",
        "strncat",
        "memcpy",
        "memmove",
        "memset",
        "sprintf",
        "snprintf",
        "vsprintf",
        "vsnprintf",
    ];
    let function = library_function(failure);
    if !function.is_some_and(|name| CHECKED.contains(&name)) {
        return Err(Unsupported::new(
            "the access leaves an array that is part of a larger object but not the object; sanitizers watch \
             whole objects only",
        ));
    }
    draft.flags.extend(["-O1".into(), "-D_FORTIFY_SOURCE=2".into()]);
    Ok(())
}

/// AddressSanitizer does not look into `gets`; compiled with the test it does.
fn define_gets(draft: &mut Draft) {
    draft.needs("stdio.h");
    let body = [
        "int c, count = 0;",
        "while ((c = getchar()) != EOF && c != '\\n')",
        "    line[count++] = c;",
        "line[count] = 0;",
        "return line;",
    ];
    draft.function("char *gets(char *line)", &body.map(str::to_owned));
}

/// The library function in which a failure happened.
pub(crate) fn library_function(failure: &Failure) -> Option<&str> {
    failure.message.rsplit_once(", in ").map(|(_, name)| name)
}
