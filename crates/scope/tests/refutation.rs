//! The search for a run that refutes a claim, alone: a program, a failing run, a condition on its inputs, and whether the search finds a run that meets the condition and does not fail there.
//!
//! Conditions are written as conjunctions of comparisons of sums of inputs (`a + b <= 9`), over the mathematical values of the inputs. Whether each is true was worked out by hand and stands
//! in the table: under `holds` nothing may be found, under `lies` a run has to be. What was found has been run by the interpreter, with inputs that meet the condition.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common::compiled;

use whydunit_claim::{
    Conjunct, Explanation, Held, Inputs, Interval, Method, StateVariable, Status,
};
use whydunit_interp::{CompactLog, Config, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_scope::{Trial, search_general};
use whydunit_solver::Budget;
use whydunit_term::{Op, Sort, Term, Terms};
use whydunit_trace::{ErrorTrace, build};

struct Row {
    name: &'static str,
    text: &'static str,
    function: &'static str,
    inputs: &'static [&'static str],
    args: &'static [&'static str],
    stdin: &'static str,
    /// True of all inputs (of these lengths, where inputs have any).
    holds: &'static [&'static str],
    lies: &'static [&'static str],
    /// False, and known not to be found: arguments and standard input are those of the run where a claim takes their lengths for granted, so the search has no others. To be mended, and then
    /// moved to `lies`.
    missed: &'static [&'static str],
}

const ROW: Row = Row {
    name: "",
    text: "",
    function: "f",
    inputs: &[],
    args: &[],
    stdin: "",
    holds: &[],
    lies: &[],
    missed: &[],
};

const ROWS: [Row; 14] = [
    Row {
        name: "one number",
        text: "#include <assert.h>\nint f(int n) { assert(n != 7); return 0; }",
        inputs: &["n=7"],
        holds: &["n == 7", "n >= 7 && n <= 7"],
        lies: &["n >= 7", "n <= 7", "n >= 6 && n <= 7", ""],
        ..ROW
    },
    Row {
        name: "a far exception",
        text: "#include <assert.h>\nint f(int n) { assert(n < 5 || n == 123456789); return 0; }",
        inputs: &["n=6"],
        holds: &["n >= 5 && n <= 123456788", "n >= 123456790"],
        lies: &["n >= 5", "n >= 6", "n >= 1000", "n >= 123456789"],
        ..ROW
    },
    Row {
        name: "a sum of two",
        text: "#include <assert.h>\nint f(short a, short b) { assert(a + b != 1000); return 0; }",
        inputs: &["a=600", "b=400"],
        holds: &["a + b == 1000", "a == 600 && b == 400"],
        lies: &["a + b >= 1000", "a + b <= 1000", "a == 600", "b == 400", "a + b + b == 1400"],
        ..ROW
    },
    Row {
        name: "a product",
        text: "#include <assert.h>\nint f(unsigned char a, unsigned char b) { assert(a * b != 221); return 0; }",
        inputs: &["a=13", "b=17"],
        holds: &["a == 13 && b == 17", "a == 17 && b == 13"],
        lies: &["a == 13", "a + b == 30", "a >= 13 && b >= 17", "a >= 1 && b >= 221"],
        ..ROW
    },
    Row {
        name: "a variable of file scope",
        text: "#include <assert.h>\nint limit;\nvoid set(int to) { limit = to; }\nint f(int n) { assert(n <= limit); return 0; }",
        inputs: &["n=4", "limit=3"],
        holds: &["n == 4 && limit == 3", "n >= 4 && limit <= 3"],
        lies: &["n >= 4", "limit <= 3", "n >= 3 && limit <= 3"],
        ..ROW
    },
    Row {
        name: "another check on the way",
        text: "#include <assert.h>\nint f(int a, int b) { int q = 10 / b; assert(a < 3); return q; }",
        inputs: &["a=3", "b=2"],
        holds: &["a >= 3 && b >= 1", "a >= 3 && b <= -1"],
        lies: &["a >= 3", "b >= 1", "a >= 3 && b >= 0", "a >= 2 && b >= 1"],
        ..ROW
    },
    Row {
        name: "an arm that ends the program",
        text: "#include <assert.h>\n#include <stdlib.h>\nint f(int a) { if (a > 9) exit(3); assert(0); return 0; }",
        inputs: &["a=1"],
        holds: &["a <= 9", "a == 1"],
        lies: &["", "a <= 10", "a >= 1", "a >= 9"],
        ..ROW
    },
    Row {
        name: "an arm that returns from a function that is called",
        text: "#include <assert.h>\nstatic int g(int a) { if (a == 77) return 1; assert(a < 0); return 0; }\nint f(int a) { return g(a + 1); }",
        inputs: &["a=1"],
        holds: &["a >= 0 && a <= 75", "a >= 77 && a <= 1000"],
        lies: &["a >= 0", "a >= 76", "a >= 0 && a <= 76", "a >= -5 && a <= 5"],
        ..ROW
    },
    Row {
        name: "answers of the outside",
        text: "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint f(int n) {\n  int x = __VERIFIER_nondet_int();\n  int y = __VERIFIER_nondet_int();\n  assert(n != 3 || x - y != 40);\n  return 0;\n}",
        inputs: &["n=3", "nondet#1=50", "nondet#2=10"],
        holds: &["n == 3 && x == 50 && y == 10"],
        lies: &["n == 3", "n == 3 && x == 50", "x == 50 && y == 10", "n == 3 && x + y == 60"],
        ..ROW
    },
    Row {
        name: "answers in a loop",
        text: "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint f(void) {\n  int sum = 0;\n  for (int i = 0; i < 3; i++) {\n    int x = __VERIFIER_nondet_int();\n    if (x < 0 || x > 100)\n      return 1;\n    sum += x;\n  }\n  assert(sum != 60);\n  return 0;\n}",
        inputs: &["nondet#1=10", "nondet#2=20", "nondet#3=30"],
        holds: &[
            "x#1 == 10 && x#2 == 20 && x#3 == 30",
            "x#1 + x#2 + x#3 == 60 && x#1 >= 0 && x#2 >= 0 && x#3 >= 0 && x#1 <= 100 && x#2 <= 100 && x#3 <= 100",
        ],
        lies: &["x#1 == 10", "x#1 + x#2 == 30", "x#1 + x#2 + x#3 == 60", "x#2 == 20 && x#3 == 30"],
        ..ROW
    },
    Row {
        name: "elements of an array",
        text: "#include <assert.h>\n//@ requires \\valid_read(v + (0..2));\nint f(const int *v) { assert(v[0] + v[2] != 12); return 0; }",
        inputs: &["v=[5,6,7]"],
        holds: &["v[0] == 5 && v[2] == 7", "v[0] == 5 && v[1] == 6 && v[2] == 7"],
        lies: &["v[0] == 5", "v[1] == 6", "v[0] + v[1] == 11", "v[0] + v[1] + v[2] == 18"],
        ..ROW
    },
    Row {
        name: "the number of arguments",
        text: "#include <assert.h>\nint main(int argc, char **argv) { if (argc == 3) return 0; assert(argc > 5); return 0; }",
        function: "main",
        holds: &["argc == 1", "argc <= 2", "argc >= 4 && argc <= 5"],
        lies: &["argc <= 3", "argc >= 1", "", "argc >= 1 && argc <= 9"],
        ..ROW
    },
    Row {
        name: "characters of an argument",
        text: "#include <assert.h>\nint main(int argc, char **argv) { if (argc < 2) return 0; assert(argv[1][0] != 'q' || argv[1][1] == 'x'); return 0; }",
        function: "main",
        args: &["qa"],
        holds: &["argv[1][0] == 113 && argv[1][1] == 97", "argv[1][0] == 113 && argv[1][1] >= 121"],
        missed: &["argv[1][0] == 113", "argv[1][1] == 97", "argv[1][0] + argv[1][1] == 210"],
        ..ROW
    },
    Row {
        name: "standard input",
        text: "#include <assert.h>\n#include <stdio.h>\nint main(void) { int c = getchar(); int d = getchar(); assert(c != 'q' || d == '!'); return 0; }",
        function: "main",
        stdin: "qa",
        holds: &["stdin[0] == 113 && stdin[1] == 97", "stdin[0] == 113 && stdin[1] >= 34"],
        missed: &["stdin[0] == 113", "stdin[1] == 97", "stdin[0] + stdin[1] == 210"],
        ..ROW
    },
];

impl Row {
    fn trace(&self) -> (Program, ErrorTrace) {
        let program = compiled(self.text, self.function);
        let start = program.find_function(self.function).expect(self.name);
        let mut spec = RunSpec::new(start);
        for input in self.inputs {
            spec.inputs.parse_assignment(input).expect(input);
        }
        spec.args = self.args.iter().map(|arg| arg.as_bytes().to_vec()).collect();
        spec.stdin = self.stdin.as_bytes().to_vec();
        let prepared = prepare(&program);
        let (config, mut log) = (Config::default(), CompactLog::new());
        let result = prepared.run(&spec, &config, &mut |_, _| {}, &mut log);
        let trace = build(&program, &prepared, &spec, &config, &result, &log).expect(self.name);
        drop(prepared);
        (program, trace)
    }
}

/// A claim with this condition on the inputs of a run.
fn claim(program: &Program, trace: &ErrorTrace, terms: &mut Terms, condition: &str) -> Explanation {
    let names = trace.input_names();
    let mut state: Vec<StateVariable> = Vec::new();
    let mut conjuncts = Vec::new();
    for text in condition.split("&&").map(str::trim).filter(|text| !text.is_empty()) {
        let (operator, at) = ["==", "<=", ">="]
            .into_iter()
            .find_map(|operator| Some((operator, text.find(operator)?)))
            .expect(text);
        let mut sum = terms.bits(64, 0);
        for name in text[..at].split('+').map(str::trim) {
            let record = names.iter().position(|known| known == name);
            let record = record.unwrap_or_else(|| panic!("{name} is none of {names:?}"));
            let input = &trace.inputs[record];
            let held = Held::Input(record as u32);
            let known = state.iter().find(|state| state.held == held).map(|state| state.variable);
            let variable = known.unwrap_or_else(|| {
                let variable = terms.fresh(name, Sort::Bits(8 * input.cell.size));
                state.push(StateVariable { variable, held });
                variable
            });
            let is_signed = program.types.int_kind(input.ty).expect(name).signed;
            let wide = match is_signed {
                true => terms.sign_extend(variable, 64),
                false => terms.zero_extend(variable, 64),
            };
            sum = terms.apply(Op::Add, &[sum, wide]);
        }
        let number: i64 = text[at + operator.len()..].trim().parse().expect(text);
        let number = terms.bits(64, number.cast_unsigned().into());
        let term = match operator {
            "==" => terms.eq(sum, number),
            "<=" => terms.apply(Op::SLe, &[sum, number]),
            _ => terms.apply(Op::SLe, &[number, sum]),
        };
        conjuncts.push(Conjunct { term, text: text.to_owned(), is_exact: false, unset: None });
    }
    let gained = (0..conjuncts.len() as u32).collect();
    let to = trace.steps.len() - 1;
    Explanation {
        method: Method::FlowSensitive,
        inputs: Inputs::Free,
        status: Status::Complete,
        relevant: Vec::new(),
        declaration: None,
        intervals: vec![Interval { from: 0, to, gained, lost: Vec::new() }],
        conjuncts,
        state,
    }
}

fn is_refuted(program: &Program, trace: &ErrorTrace, condition: &str) -> bool {
    let mut terms = Terms::new();
    let claim = claim(program, trace, &mut terms, condition);
    let trial = search_general(program, trace, &terms, &claim, &Budget::unlimited());
    match trial {
        Trial::Counterexample(found) => {
            // What was found meets the condition.
            let mut model = whydunit_term::Model::new();
            for state in &claim.state {
                let Held::Input(record) = state.held else { continue };
                let own = trace.inputs[record as usize].bits;
                let change = found.inputs.iter().find(|(changed, _)| *changed == record);
                let bits = change.map_or(own, |&(_, bits)| bits);
                model.set_term(&terms, state.variable, bits.into());
            }
            let all: Vec<Term> = claim.conjuncts.iter().map(|conjunct| conjunct.term).collect();
            let is_met = all.iter().all(|&term| terms.evaluate(term, &model) == Some(1));
            assert!(is_met, "{condition}: {found:?}");
            true
        }
        Trial::Kept { .. } => false,
    }
}

#[test]
fn false_conditions_are_refuted_and_true_ones_are_not() {
    let (mut lies, mut wrong, mut missed, mut mended) = (0, Vec::new(), Vec::new(), Vec::new());
    for row in &ROWS {
        let (program, trace) = row.trace();
        for &condition in row.holds {
            if is_refuted(&program, &trace, condition) {
                wrong.push(format!("{}: {condition}", row.name));
            }
        }
        for &condition in row.lies {
            lies += 1;
            if !is_refuted(&program, &trace, condition) {
                missed.push(format!("{}: {condition}", row.name));
            }
        }
        for &condition in row.missed {
            if is_refuted(&program, &trace, condition) {
                mended.push(format!("{}: {condition}", row.name));
            }
        }
    }
    eprintln!("{lies} false conditions, {} found", lies - missed.len());
    assert!(wrong.is_empty(), "true, and refuted:\n{}", wrong.join("\n"));
    assert!(mended.is_empty(), "found now, to be moved to the others:\n{}", mended.join("\n"));
    assert!(missed.is_empty(), "false, and not refuted:\n{}", missed.join("\n"));
}
