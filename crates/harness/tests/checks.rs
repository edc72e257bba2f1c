//! All programs in `tests/programs/checks` that fail: the emitted test fails too, at the same line.
//!
//! A few failures cannot be shown by a program that gcc builds; they are listed.

use crate::common;

use std::path::Path;

use common::directives::{Directives, Run};
use common::{Setting, Subject, build_and_run, has_c_compiler, programs, repository, shows};

/// Programs whose failure no test shows, with a part of what is said instead.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("bounds_malloc_zero", "a block of 0 bytes"),
    ("lifetime_vla_goto", "variable-length array"),
    ("uninit_missing_return", "not a variable"),
    ("uninit_printf_missing_argument", "not a variable"),
    ("uninit_goto_over_initialiser", "with an initialiser"),
    ("uninit_self", "with an initialiser"),
    // gcc cannot be asked for values that are only missing where they come from.
    ("uninit_argument", "copied or computed from storage without a value"),
    ("uninit_bitfield_beside", "a bit-field has no address"),
    ("uninit_copied_decides", "copied or computed from storage without a value"),
    ("uninit_copied_through_calls", "copied or computed from storage without a value"),
    ("uninit_divisor", "copied or computed from storage without a value"),
    ("uninit_exit_code", "copied or computed from storage without a value"),
    ("uninit_masked_open", "copied or computed from storage without a value"),
    ("uninit_sum_may_overflow", "copied or computed from storage without a value"),
    // Nothing tells these from others before the test is run. The variable of the last iteration has the address of the
    // one before; of four bytes that are read one has a value.
    ("lifetime_loop_iteration", "does not show"),
    ("uninit_union_larger_member", "does not show"),
    // The test fails, but what it says has no line: the call stack is broken, or libc found it.
    ("bounds_subobject_strcpy", "buffer overflow detected"),
    ("div_library", "Floating point exception"),
    ("null_function_pointer", "SEGV"),
    ("null_function_pointer_to_data", "stack-overflow"),
    ("null_wild_function_pointer", "SEGV"),
];

#[test]
fn failures_are_reproduced() {
    if !has_c_compiler() {
        skip();
        return;
    }
    let directory = repository().join("tests/programs/checks");
    let scratch = tempfile::tempdir().expect("a temporary directory");
    let mut wrong = Vec::new();
    let mut shown = 0;
    let text = |path: &Path| std::fs::read_to_string(path).expect("programs are readable");
    let mut paths = programs(&directory);
    paths.retain(|path| text(path).contains("//~ ") && !text(path).contains("//~ none"));
    let reproduced =
        whydunit_testing::parallel(&paths, |path| reproduce(path, &text(path), scratch.path()));
    for (path, result) in paths.iter().zip(reproduced) {
        match result {
            Ok(()) => shown += 1,
            Err(problem) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let expected = NOT_SHOWN.iter().find(|(known, _)| *known == name);
                if !expected.is_some_and(|(_, reason)| problem.contains(reason)) {
                    wrong.push(format!("{name}: {problem}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} shown, {} not:\n{}", shown, wrong.len(), wrong.join("\n\n"));
}

fn skip() {
    whydunit_testing::missing("there is no C compiler `cc`");
}

fn reproduce(path: &Path, text: &str, scratch: &Path) -> Result<(), String> {
    let directives = Directives::read(text);
    let mut setting = Setting::default();
    let mut run = directives.whole_run();
    let mut options = directives.options.iter();
    while let Some(option) = options.next() {
        let value = options.next().cloned().unwrap_or_default();
        let value = value.trim_matches('\'').to_owned();
        match option.as_str() {
            "--function" => setting.function = Some(value),
            "--input" => run.inputs.push(value),
            "--checks" => setting.checks = Some(value),
            "--requires" => setting.requires.push(value),
            "--ensures" => setting.ensures.push(value),
            _ => {}
        }
    }
    setting.m32 = directives.cflags.iter().any(|flag| flag == "-m32");
    let std = directives.cflags.iter().find_map(|flag| flag.strip_prefix("-std="));
    setting.std = std.map(str::to_owned);
    setting.defines = directives
        .cflags
        .iter()
        .filter_map(|flag| Some(flag.strip_prefix("-D")?.to_owned()))
        .collect();
    let subject = Subject::compile(&[path.to_owned()], &setting);
    let failure = subject.failure(&Run { ..run.clone() });
    let line = subject.line(&failure);
    let test = scratch.join(path.file_name().unwrap_or_default());
    let emitted =
        subject.emit(&failure, &run, &test).map_err(|reason| format!("no test: {reason}"))?;
    let output = build_and_run(&emitted, &test);
    shows(&output, &emitted, &path.to_string_lossy(), line)
}
