//! What the C compiler says: where a program fails on each input of its grid, and on which of them a claimed condition holds.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::generated::{Generated, RESET};
use super::sources::{Given, Reading, Source};

/// Operations that say where they would fail.
const CHECKS: &str = include_str!("checks.h");

/// Kinds of checks, as `checks.h` numbers them from 1.
pub(crate) const KINDS: [&str; 10] = [
    "assert", "bounds", "null", "lifetime", "div", "overflow", "shift", "uninit", "unreach",
    "contract",
];

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Ends,
    Fails {
        line: u64,
        kind: &'static str,
    },
    /// The inputs do not meet the precondition.
    Excluded,
}

/// How the program ends on each input.
pub(crate) fn endings(directory: &Path, generated: &Generated, grid: &[Given]) -> Vec<Ending> {
    let nondet = match generated.source {
        Source::Nondet(a, b) => {
            let one = |of: super::sources::Integer| {
                let name = of.name;
                format!(
                    "{name} __VERIFIER_nondet_{}(void) {{ return ({name})(ck_asked++ ? ck_given->b : ck_given->a); }}\n",
                    of.nondet
                )
            };
            if a == b { one(a) } else { one(a) + &one(b) }
        }
        _ => String::new(),
    };
    let meets = match (&generated.requires, generated.source) {
        (Some(requires), Source::Parameters(a, b)) => format!(
            "static int ck_meets(void) {{ {} a = ({0})ck_given->a; {} b = ({1})ck_given->b; return {requires}; }}\n",
            a.name, b.name
        ),
        _ => "static int ck_meets(void) { return 1; }\n".to_owned(),
    };
    let call = match generated.source {
        Source::Parameters(a, b) => format!("f(({})ck_given->a, ({})ck_given->b)", a.name, b.name),
        Source::Text => "f(ck_given->texts[0], (int)ck_given->a)".to_owned(),
        Source::Arguments => "ck_main(ck_given->count + 1, ck_arguments())".to_owned(),
        Source::Stdin(_) => {
            "stdin = fmemopen((void *)ck_given->texts[0], (unsigned long)ck_given->count, \"r\"), ck_main()".to_owned()
        }
        Source::Nondet(..) => "ck_main()".to_owned(),
    };
    let mut text = String::from(CHECKS);
    text.push_str(&declared(grid));
    let _ = write!(
        text,
        "#define main ck_main\n#line 1\n{}\n#undef main\n{RESET}{nondet}{meets}int main(void) {{\n\
         \x20   for (ck_at = 0; ck_at < sizeof ck_all / sizeof *ck_all; ck_at++) {{\n        ck_given = &ck_all[ck_at];\n\
         \x20       if (!ck_meets()) {{ puts(\"-1\"); continue; }}\n        ck_reset();\n        ck_asked = ck_failed = 0;\n\
         \x20       if (!setjmp(ck_out)) {call};\n        printf(\"%d\\n\", ck_failed);\n    }}\n    return 0;\n}}\n",
        generated.twin,
    );
    let ending = |number: i64| match number {
        0 => Ending::Ends,
        -1 => Ending::Excluded,
        _ => Ending::Fails {
            line: number.unsigned_abs() / 16,
            kind: KINDS[usize::try_from(number % 16).unwrap_or(0) - 1],
        },
    };
    numbers(directory, "twin", &text).into_iter().map(ending).collect()
}

/// On which inputs a condition over them holds. Sums and differences in a condition are meant not to overflow: it holds where it does both in C's arithmetic and in that of integers of
/// 128 bits.
pub(crate) fn meeting(
    directory: &Path,
    source: Source,
    condition: &str,
    grid: &[Given],
) -> Vec<bool> {
    let number =
        |name: &str, of: &str| format!("CK_NUMBER({of}) {name} = ({of})ck_given->{name}; ");
    let read = match source {
        Source::Parameters(a, b) | Source::Nondet(a, b) => {
            number("a", a.name) + &number("b", b.name)
        }
        Source::Text => format!("const char *s = ck_given->texts[0]; {}", number("a", "int")),
        Source::Arguments => {
            "CK_NUMBER(int) argc = ck_given->count + 1; char **argv = ck_arguments(); ".to_owned()
        }
        // Numbers that are read go by the names of their variables.
        Source::Stdin(Reading::Numbers) => {
            "int c_ = 0, d_ = 0; sscanf(ck_given->texts[0], \"%d %d\", &c_, &d_); \
             CK_NUMBER(int) c = c_, d = d_; "
                .to_owned()
        }
        Source::Stdin(_) => "const char *ck_in = ck_given->texts[0]; ".to_owned(),
    };
    let mut text = String::from("#include <stdio.h>\n#include <string.h>\n");
    text.push_str(&declared(grid));
    for (name, meaning) in [("ck_machine", "type"), ("ck_exact", "__int128")] {
        let _ = write!(
            text,
            "#define CK_NUMBER(type) {meaning}\nstatic int {name}(void) {{ {read}return {condition}; }}\n#undef CK_NUMBER\n"
        );
    }
    text.push_str(
        "int main(void) {\n    for (ck_at = 0; ck_at < sizeof ck_all / sizeof *ck_all; ck_at++) {\n        ck_given = &ck_all[ck_at];\n\
         \x20       printf(\"%d\\n\", ck_machine() && ck_exact());\n    }\n    return 0;\n}\n",
    );
    numbers(directory, "claimed", &text).into_iter().map(|number| number != 0).collect()
}

/// The inputs, as data of a C program.
fn declared(grid: &[Given]) -> String {
    let mut text = String::from(
        "struct ck_given { unsigned long a, b; int count; const char *texts[4]; };\nstatic const struct ck_given ck_all[] = {\n",
    );
    for given in grid {
        let _ = writeln!(text, "    {},", given.initialiser());
    }
    text + "};\nstatic const struct ck_given *ck_given;\nstatic int ck_asked;\nstatic unsigned ck_at;\n\
            static char **ck_arguments(void) {\n    static char *all[6];\n    all[0] = \"program\";\n\
            \x20   for (int i = 0; i < ck_given->count; i++) all[i + 1] = (char *)ck_given->texts[i];\n\
            \x20   all[ck_given->count + 1] = 0;\n    return all;\n}\n"
}

/// What a program prints, compiled without optimisation.
fn numbers(directory: &Path, name: &str, text: &str) -> Vec<i64> {
    let (file, program) = (directory.join(format!("{name}.c")), directory.join(name));
    std::fs::write(&file, text).expect("writing it should work");
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-O0", "-w", "-fwrapv", "-o"])
        .arg(&program)
        .arg(&file)
        .output()
        .expect("there should be a C compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&program).output().expect("the program should start");
    assert!(output.status.success(), "{name}: {:?}", output.status);
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines.lines().map(|line| line.parse().expect("a line should be a number")).collect()
}
