//! Random small programs with one input: what is said of it, against all of its values.
//!
//! The input is one of a few values by contract, so that how the program ends with each is known by running it. Nothing may be said to be out of an attacker's hands that some value
//! avoids, and the pair that is shown has to fail and to avoid.

use crate::common;

use common::{compiled, failing};
use whydunit_counterfactual::Avoided;
use whydunit_interp::{Config, Ending, Failure, InputValue, NoObserver, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_scope::{ProgramPower, SecurityOptions, program_inputs};

/// Values that a contract admits, and those next to them.
const VALUES: std::ops::RangeInclusive<i128> = -2..=9;

/// So many programs: each costs searches.
const PROGRAMS: u64 = 60;

/// A run that has not ended after so many steps never does: states are small.
const STEPS: u64 = 100_000;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }

    fn condition(&mut self) -> String {
        let operator = ["<", ">", "==", "!="][self.below(4) as usize];
        let left = ["a", "s", "(a & 3)", "(a + s)"][self.below(4) as usize];
        format!("{left} {operator} {}", self.below(8))
    }

    fn statement(&mut self, depth: u32) -> String {
        match self.below(if depth > 1 { 4 } else { 8 }) {
            0 => format!("s = {};", self.below(5)),
            1 => "s = a & 7;".into(),
            2 => "s ^= 1;".into(),
            3 => format!("assert({});", self.condition()),
            4 => format!("if ({}) {{ {} }}", self.condition(), self.statement(depth + 1)),
            5 => format!("if ({}) exit(3);", self.condition()),
            6 => format!("if ({}) for (;;) s ^= 1;", self.condition()),
            _ => format!("while ({}) {{ {} }}", self.condition(), self.statement(2)),
        }
    }

    fn program(&mut self) -> String {
        let contract = match self.below(3) {
            0 => String::new(),
            _ => format!("/*@ requires a >= {} && a <= 7; */\n", self.below(3)),
        };
        let count = 2 + self.below(3);
        let body: Vec<String> = (0..count).map(|_| self.statement(0)).collect();
        let check = self.condition();
        format!(
            "#include <assert.h>\n#include <stdlib.h>\n{contract}int f(int a) {{\n  int s = 0;\n  \
             {}\n  assert({check});\n  return s;\n}}\n",
            body.join("\n  ")
        )
    }
}

fn run(program: &Program, value: i128, steps: u64) -> Ending {
    let config = Config { max_steps: Some(steps), ..Config::default() };
    prepare(program).run(&spec(program, value), &config, &mut |_, _| {}, &mut NoObserver).ending
}

fn spec(program: &Program, value: i128) -> RunSpec {
    let mut spec = RunSpec::new(program.find_function("f").expect("f should be defined"));
    spec.inputs.set("a", InputValue::Int(value));
    spec
}

/// How the run avoids a failure, if it does.
fn avoided(ending: &Ending, failure: &Failure) -> Option<Avoided> {
    match ending {
        Ending::Finished { .. } => Some(Avoided::Ends),
        Ending::Failed(other) if (other.kind, other.span) == (failure.kind, failure.span) => None,
        Ending::Failed(_) => Some(Avoided::FailsElsewhere),
        Ending::OutOfBudget { .. } => Some(Avoided::NeverEnds),
        Ending::AssumptionFailed { .. } => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_said_of_one_input_is_so() {
    let mut random = Random(0x5eed_0001);
    let mut counts = [0; 3];
    for _ in 0..PROGRAMS {
        let text = random.program();
        let program = compiled(&text, "f");
        let endings: Vec<Ending> = VALUES.map(|value| run(&program, value, STEPS)).collect();
        let found = VALUES.zip(&endings).find_map(|(value, ending)| match ending {
            Ending::Failed(failure) => Some((value, failure.clone())),
            _ => None,
        });
        let Some((value, failure)) = found else { continue };
        let (program, trace) = failing(&text, &[&format!("a={value}")]);
        let answers = program_inputs(&program, &trace, &SecurityOptions::default());
        let [answer] = answers.as_slice() else { panic!("one input: {text}") };
        let context = format!("{text}\na = {value} fails; {:?}", answer.power);
        match &answer.power {
            ProgramPower::Decides(decision) => {
                counts[0] += 1;
                let [fails, passes] = [decision.failing, decision.passing]
                    .map(|bits| run(&program, i128::from(bits as i32), STEPS));
                assert_eq!(avoided(&passes, &failure), Some(decision.avoided), "{context}");
                let is_same = matches!(&fails, Ending::Failed(other)
                    if (other.kind, other.span) == (failure.kind, failure.span));
                assert!(is_same, "{context}");
            }
            ProgramPower::DoesNotDecide(_) => {
                counts[1] += 1;
                let avoiding =
                    endings.iter().position(|ending| avoided(ending, &failure).is_some());
                assert_eq!(avoiding, None, "{context}");
            }
            ProgramPower::Unknown(_) => counts[2] += 1,
        }
    }
    let [decides, does_not, unknown] = counts;
    // Nothing is won by silence.
    assert!(decides >= 30 && does_not >= 1 && unknown <= 3, "{counts:?}");
}
