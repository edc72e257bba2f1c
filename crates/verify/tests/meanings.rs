//! Texts mean what their formulas mean: both are evaluated for many values of the variables.
//!
//! The text is read by a small reader of C of its own. Texts of pointers and names of constants are beyond it; where a sum in
//! a text overflows, it means nothing.

#![expect(clippy::print_stderr, reason = "how much was compared is worth seeing")]

use crate::traces as common;

use common::c_text::{Int, parse};
use common::{Failing, failing_file, program_paths};
use whydunit_encode::{Addresses, Flow, Inputs, Options, Renderer, ShownKind, TraceFormula};
use whydunit_explain::{Conjunct, Explanation, Held, Method, StateVariable, explain};
use whydunit_solver::Budget;
use whydunit_term::testing::Random;
use whydunit_term::{Model, Sort, Term, Terms};

/// Of each text.
const SAMPLES: usize = 400;

struct Named {
    variable: Term,
    name: String,
    ty: Int,
}

/// Names and types of the variables of a conjunct; `None` if one is no integer with a name of its own.
fn named(
    (renderer, formula): (&Renderer<'_>, &TraceFormula),
    terms: &mut Terms,
    explanation: &Explanation,
    conjunct: &Conjunct,
    position: usize,
) -> Option<Vec<Named>> {
    let mut list: Vec<Named> = Vec::new();
    for variable in terms.variables(&[conjunct.term]) {
        let state = explanation.state.iter().find(|state| state.variable == variable);
        let StateVariable { held, .. } = *state.expect("a variable should be one of the state");
        let term = match held {
            Held::Range(range) => formula.contents(terms, range, position)?,
            Held::Past { .. } => return None,
            Held::Input(record) => {
                formula.inputs.iter().find(|input| input.record == record)?.variable
            }
        };
        let shown = renderer.variable(term)?;
        let signed = match shown.kind {
            ShownKind::Signed => true,
            ShownKind::Unsigned => false,
            ShownKind::Pointer | ShownKind::Float => return None,
        };
        let ty = Int { bits: terms.width(variable), signed };
        let name = shown.text.to_owned();
        if ty.bits > 64 || list.iter().any(|other| other.name == name) {
            return None;
        }
        list.push(Named { variable, name, ty });
    }
    Some(list)
}

/// Values near each other, near zero and at the ends of types.
fn sample(random: &mut Random, bits: u32) -> u128 {
    let mask = Sort::Bits(bits).mask();
    let near = (random.below(41) as u128).wrapping_sub(20);
    let value = match random.below(6) {
        0 => random.value(Sort::Bits(bits)),
        1 => (mask >> 1).wrapping_add(near),
        2 => random.below(2000) as u128,
        _ => near,
    };
    value & mask
}

/// How many samples were compared.
fn compare(
    failing: &Failing,
    terms: &Terms,
    conjunct: &Conjunct,
    variables: &[Named],
) -> Option<usize> {
    let names: Vec<String> = variables.iter().map(|named| named.name.clone()).collect();
    let expr = parse(&conjunct.text, &names)?;
    let mut random = Random::new(7);
    let mut compared = 0;
    for _ in 0..SAMPLES {
        let mut model = Model::new();
        let mut values = Vec::new();
        for named in variables {
            // Whether something is valid is a truth value.
            let bits = match named.name.starts_with("\\valid(") {
                true => u128::from(random.below(2) == 1),
                false => sample(&mut random, named.ty.bits),
            };
            model.set_term(terms, named.variable, bits);
            let unused = 128 - named.ty.bits;
            let value = match named.ty.signed {
                true => (bits << unused) as i128 >> unused,
                false => bits as i128,
            };
            values.push((value, named.ty));
        }
        if let Some((text, _)) = expr.value(&values) {
            let formula = terms.evaluate(conjunct.term, &model);
            let given: Vec<String> = names
                .iter()
                .zip(&values)
                .map(|(name, value)| format!("{name}={}", value.0))
                .collect();
            assert_eq!(
                Some(u128::from(text != 0)),
                formula,
                "{}: `{}` with {}",
                failing.name,
                conjunct.text,
                given.join(", ")
            );
            compared += 1;
        }
    }
    Some(compared)
}

#[test]
fn texts_mean_their_formulas() {
    let (mut understood, mut compared, mut all) = (0, 0, 0);
    for path in program_paths() {
        let failing = failing_file(&path);
        let mut terms = Terms::new();
        let method = Method::FlowSensitive;
        let options =
            whydunit_explain::Options { method, inputs: Inputs::Free, budget: Budget::unlimited() };
        let explanation = explain(&failing.program, &failing.trace, &mut terms, &options)
            .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
        let options =
            Options { flow: Flow::Plain, addresses: Addresses::Guarded, inputs: Inputs::Free };
        let formula = TraceFormula::encode(&failing.program, &failing.trace, &mut terms, options)
            .expect("the trace should be encoded");
        let renderer = Renderer::new(&failing.program, &failing.trace, &formula);
        for interval in &explanation.intervals {
            for &index in &interval.gained {
                all += 1;
                let conjunct = &explanation.conjuncts[index as usize];
                let of = (&renderer, &formula);
                let variables = named(of, &mut terms, &explanation, conjunct, interval.from);
                let samples =
                    variables.and_then(|variables| compare(&failing, &terms, conjunct, &variables));
                understood += usize::from(samples.is_some());
                compared += samples.unwrap_or(0);
            }
        }
    }
    eprintln!("{understood} of {all} texts, {compared} comparisons");
    if std::env::var("WHYDUNIT_TEST").is_err() {
        assert!(2 * understood >= all && compared >= 100 * understood, "{understood} of {all}");
    }
}
