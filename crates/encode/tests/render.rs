//! Rendered conditions mean what their terms mean: the machine's C compiler computes the text, the evaluator the term.

use crate::common;

use std::fmt::Write;
use std::process::Command;

use common::{Setting, failing_text};
use whydunit_encode::{Options, Renderer, TraceFormula};
use whydunit_term::{Evaluator, Model, Terms};
use whydunit_trace::StepKind;

/// Parameters of the test function: name, type, width.
const VARIABLES: &[(&str, &str, u32)] = &[
    ("sc", "signed char", 8),
    ("uc", "unsigned char", 8),
    ("s", "short", 16),
    ("us", "unsigned short", 16),
    ("i", "int", 32),
    ("j", "int", 32),
    ("u", "unsigned", 32),
    ("v", "unsigned", 32),
    ("l", "long", 64),
    ("ul", "unsigned long", 64),
    ("fl", "float", 32),
    ("d", "double", 64),
];

const CONDITIONS: &[&str] = &[
    "i < j",
    "i + 1 > j - 7",
    "(long)i * j > 3000000000L",
    "u + (unsigned long)v > 4294967296ul",
    "(long)u - (long)v < 0",
    "((long)i << 20) > 100",
    "(int)(i + u) < 0",
    "(uc - 10) / 3u > 100",
    "(unsigned char)sc < 200",
    "(unsigned char)sc == uc",
    "uc - i == -1",
    "(unsigned)i % 8 == 5",
    "(unsigned char)(uc + 100) > 50",
    "(signed char)(sc * 2) > 50",
    "(unsigned short)(s + us) == 7",
    "fl + 0.1f < 0.3f",
    "d * 2 >= 1.5 && d / 3 != 0.5",
    "u * 3000000000u > v",
    "i & 12",
    "(i | j) == (u ^ 5)",
    "u >> 3 < 100",
    "i >> 3 < -100",
    "i * 2 + 5 < 4",
    "(l ^ ul) > 17",
    "l / 7 == i % 3",
    "ul % 10 < u / 10",
    "~i > j",
    "-s < us",
    "s * us < 1000",
    "(i < j) == (u < v)",
    "!(i < j) || (u == v && sc != 3)",
    "(i > 0 ? i : j - 1) > 100",
    "sc + uc + s + us > 300",
    "(short)i == s",
    "(unsigned)sc > 5u",
    "(long)sc < l",
    "1L << (u & 31) > l",
    "uc << 4 == 160",
    "i - 2147483647 > 0",
    "(u & 255) == uc",
];

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Rows of values for the variables, as bits.
fn rows() -> Vec<Vec<u64>> {
    let mut state = 0x1234_5678_9abc_def1;
    let interesting =
        [0, 1, 2, 5, 7, 127, 128, 255, 0x7fff_ffff, 0x8000_0000, u64::MAX, u64::MAX - 6];
    let mut value = |name: &str, width: u32| {
        let bits = match next(&mut state) % 3 {
            0 => interesting[next(&mut state) as usize % interesting.len()],
            1 => next(&mut state) % 64,
            _ => next(&mut state),
        };
        match name {
            "fl" => u64::from((bits as i8 as f32 / 4.0).to_bits()),
            "d" => (f64::from(bits as i8) / 4.0).to_bits(),
            _ => bits & (u64::MAX >> (64 - width)),
        }
    };
    (0..400)
        .map(|_| VARIABLES.iter().map(|&(name, _, width)| value(name, width)).collect())
        .collect()
}

#[test]
fn text_and_term_agree() {
    let rows = rows();
    let mut file = String::from("#include <stdio.h>\n#include <string.h>\n");
    let mut expected = String::new();
    let mut rendered = 0;
    for (number, condition) in CONDITIONS.iter().enumerate() {
        let parameters: Vec<String> =
            VARIABLES.iter().map(|(name, ty, _)| format!("{ty} {name}")).collect();
        let parameters = parameters.join(", ");
        let text = format!(
            "#include <assert.h>\nint f({parameters}) {{ int r = 0; if ({condition}) r = 1; assert(r > 5); return r; }}\n"
        );
        let setting = Setting::of("--function f --checks assert,bounds");
        let failing = failing_text(condition, &text, &setting).expect("it should fail");
        let trace = &failing.trace;
        let mut terms = Terms::new();
        let formula = TraceFormula::encode(&failing.program, trace, &mut terms, Options::default())
            .expect("it should be encoded");
        let renderer = Renderer::new(&failing.program, trace, &formula);
        let is_branch = |step: &whydunit_trace::Step| matches!(step.kind, StepKind::Branch { .. });
        let branch = trace.steps.iter().position(is_branch).expect("a branch");
        let term = formula.condition(branch).expect("a condition");
        let Some(text) = renderer.render(&terms, term) else { continue };
        rendered += 1;
        // The first steps set the parameters, in order.
        let variables: Vec<_> =
            formula.definitions[..VARIABLES.len()].iter().map(|d| d.variable).collect();
        let mut bits = String::new();
        for row in &rows {
            let mut model = Model::new();
            for (&variable, &value) in variables.iter().zip(row) {
                model.set_term(&terms, variable, value.into());
            }
            let value = Evaluator::new(&model).value(&terms, term).expect("a value");
            bits.push(if value == 1 { '1' } else { '0' });
        }
        let _ = writeln!(expected, "{condition} -> {text}: {bits}");
        let _ = writeln!(file, "static int c{number}({parameters}) {{ return ({text}) != 0; }}");
    }
    assert!(rendered * 10 >= CONDITIONS.len() * 8, "{rendered} of {} rendered", CONDITIONS.len());
    let Some(got) = compiled(&file, &rows, &expected) else {
        whydunit_testing::missing("no C compiler");
        return;
    };
    for (expected, got) in expected.lines().zip(got.lines()) {
        let (text, bits) = expected.rsplit_once(": ").expect("a line with bits");
        assert_eq!(bits, got, "{text}");
    }
    assert_eq!(expected.lines().count(), got.lines().count());
}

/// What the compiled conditions print: a line of bits each.
fn compiled(functions: &str, rows: &[Vec<u64>], expected: &str) -> Option<String> {
    let mut file = functions.to_owned();
    let _ = writeln!(file, "static unsigned long rows[][{}] = {{", VARIABLES.len());
    for row in rows {
        let values: Vec<String> = row.iter().map(|value| format!("{value}ul")).collect();
        let _ = writeln!(file, "{{ {} }},", values.join(", "));
    }
    file.push_str("};\nint main(void) {\n");
    for (name, ty, _) in VARIABLES {
        let _ = writeln!(file, "{ty} {name};");
    }
    let load: String = VARIABLES
        .iter()
        .enumerate()
        .map(|(index, (name, ..))| format!("memcpy(&{name}, &rows[k][{index}], sizeof {name}); "))
        .collect();
    let names: Vec<&str> = VARIABLES.iter().map(|(name, ..)| *name).collect();
    let rendered = functions
        .lines()
        .filter_map(|line| line.strip_prefix("static int ")?.split_once('(').map(|(name, _)| name));
    for name in rendered {
        let _ = writeln!(
            file,
            "for (unsigned k = 0; k < {}; k++) {{ {load} putchar('0' + {name}({})); }} putchar('\\n');",
            rows.len(),
            names.join(", ")
        );
    }
    file.push_str("return 0; }\n");
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let source = directory.path().join("conditions.c");
    let program = directory.path().join("conditions");
    std::fs::write(&source, file).expect("writing it should work");
    let made = Command::new("cc").args(["-w", "-fwrapv", "-o"]).arg(&program).arg(&source).output();
    let made = made.ok()?;
    let problem = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{problem}\n{expected}");
    let output = Command::new(&program).output().expect("it should run");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
