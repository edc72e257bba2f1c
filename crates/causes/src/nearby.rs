//! Runs near a failing one: its inputs changed a little.
//!
//! One failing run says little about where the fault is: nearly everything can stop it. Runs whose inputs are almost the same and that fail at the same check have to be
//! mended by the same change, and those that pass have to stay as they are.

use std::collections::BTreeSet;

use whydunit_interp::{Ending, InputValue, NoObserver, RunResult, prepare};
use whydunit_program::{FunctionId, InputOrigin, Program};
use whydunit_suite::{Reason, Runner, Suite, Test, Verdict, expect_from};

use crate::limits::{KEPT_NEARBY, MOST_NEARBY, MOST_NUMBERS};

/// Tests made from a failing one that expects nothing but that no check fails: failing ones at the same check first, then passing ones, which expect what
/// the program does now.
pub(crate) fn nearby(runner: &Runner<'_>, test: &Test) -> Vec<Test> {
    let program = runner.program();
    let compiled = prepare(program);
    let spec = runner.spec(test);
    let base = compiled.run(&spec, runner.config(), &mut |_, _| {}, &mut NoObserver);
    let Ending::Failed(failure) = &base.ending else { return Vec::new() };
    let (mut failing, mut passing) = (Vec::new(), Suite::default());
    for (number, mutant) in mutants((program, runner.start()), test, &base).into_iter().enumerate()
    {
        if runner.config().is_over() {
            break;
        }
        if failing.len() >= KEPT_NEARBY.0 && passing.tests.len() >= KEPT_NEARBY.1 {
            break;
        }
        let mutant = Test { name: format!("near-{}", number + 1), ..mutant };
        match runner.run(&mutant).verdict {
            Verdict::Failed(Reason::Check(other))
                if (other.kind, other.span) == (failure.kind, failure.span)
                    && failing.len() < KEPT_NEARBY.0 =>
            {
                failing.push(mutant);
            }
            Verdict::Passed if passing.tests.len() < KEPT_NEARBY.1 => passing.tests.push(mutant),
            _ => {}
        }
    }
    // Where nothing failed the program does as it should, as far as anybody knows.
    expect_from(runner, runner, &mut passing);
    failing.append(&mut passing.tests);
    failing
}

/// Runs near one that is not in order, of which nothing is expected: those that end and in which no check fails.
#[must_use]
pub fn passing_nearby(runner: &Runner<'_>, test: &Test) -> Vec<Test> {
    let spec = runner.spec(test);
    let compiled = prepare(runner.program());
    let base = compiled.run(&spec, runner.config(), &mut |_, _| {}, &mut NoObserver);
    let mut passing = Vec::new();
    for mutant in mutants((runner.program(), runner.start()), test, &base) {
        if runner.config().is_over() || passing.len() >= KEPT_NEARBY.1 {
            break;
        }
        if matches!(runner.run(&mutant).verdict, Verdict::Passed) {
            passing.push(mutant);
        }
    }
    passing
}

/// Tests with one input changed, then with two.
fn mutants(
    (program, program_start): (&Program, FunctionId),
    test: &Test,
    base: &RunResult,
) -> Vec<Test> {
    let mut single: Vec<Test> = Vec::new();
    let numbers = numbers(program);
    let named = base.inputs.iter().filter(|record| {
        !matches!(record.origin, InputOrigin::Argv | InputOrigin::Stdin)
            && program.types.int_kind(record.ty).is_some()
    });
    let named: Vec<(&str, i128, (i128, i128))> = named
        .filter_map(|record| {
            let kind = program.types.int_kind(record.ty)?;
            let bits = u32::from(kind.bits.clamp(1, 64));
            let mut value = i128::from(record.bits) & ((1 << bits) - 1);
            if kind.signed && value >> (bits - 1) & 1 == 1 {
                value -= 1 << bits;
            }
            let magnitude = bits - u32::from(kind.signed);
            let low = if kind.signed { -(1i128 << magnitude) } else { 0 };
            Some((record.name.as_str(), value, (low, (1i128 << magnitude) - 1)))
        })
        .collect();
    let own: Vec<i128> = named.iter().map(|(_, value, _)| *value).collect();
    let mut columns: Vec<Vec<Test>> = Vec::new();
    for (name, value, (low, high)) in &named {
        let others = near(*value).into_iter().chain(own.iter().copied());
        let mut seen = BTreeSet::from([*value]);
        let all = others.chain(numbers.iter().copied());
        let fitting = all.filter(|it| (low..=high).contains(&it)).filter(|it| seen.insert(*it));
        let with = |other: i128| {
            let mut mutant = test.clone();
            mutant.inputs.set(*name, InputValue::Int(other));
            mutant
        };
        columns.push(fitting.map(with).collect());
    }
    columns
        .push(texts(&test.stdin).into_iter().map(|stdin| Test { stdin, ..test.clone() }).collect());
    for (index, arg) in test.args.iter().enumerate() {
        let with = |text: Vec<u8>| {
            let mut mutant = test.clone();
            mutant.args[index] = text;
            mutant
        };
        columns.push(texts(arg).into_iter().map(with).collect());
    }
    // Arguments that the program does not ask for make the same run again.
    if program.is_main(program_start) && program.function(program_start).param_count > 0 {
        let with = |args: Vec<Vec<u8>>| Test { args, ..test.clone() };
        let more = ["a", "1", "-1", "abcdefgh"];
        let mut shapes: Vec<Test> = more
            .iter()
            .map(|word| with([&test.args[..], &[word.as_bytes().to_vec()]].concat()))
            .collect();
        if let Some((_, fewer)) = test.args.split_last() {
            shapes.push(with(fewer.to_vec()));
        }
        columns.push(shapes);
    }
    // One of each input, then a second one of each.
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    for round in 0..longest {
        single.extend(columns.iter().filter_map(|column| column.get(round)).cloned());
    }
    single.truncate(MOST_NEARBY / 2);
    single.extend(doubled(test, &named, &numbers));
    single.truncate(MOST_NEARBY);
    single
}

/// Two named inputs changed at once, by a fixed sequence of choices.
fn doubled(test: &Test, named: &[(&str, i128, (i128, i128))], numbers: &[i128]) -> Vec<Test> {
    if named.len() < 2 {
        return Vec::new();
    }
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = |below: usize| {
        // xorshift: a fixed sequence, so that the same program has the same neighbours.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or(0)
    };
    let mut found = Vec::new();
    for _ in 0..MOST_NEARBY / 2 {
        let mut mutant = test.clone();
        for _ in 0..2 {
            let (name, value, (low, high)) = &named[next(named.len())];
            let near = near(*value);
            let choice = match next(3) {
                0 if !numbers.is_empty() => numbers[next(numbers.len())],
                1 => named[next(named.len())].1,
                _ => near[next(near.len())],
            };
            mutant.inputs.set(*name, InputValue::Int(choice.clamp(*low, *high)));
        }
        found.push(mutant);
    }
    found
}

/// Numbers that are mistaken for one, or that lie beyond it.
fn near(value: i128) -> Vec<i128> {
    vec![
        value + 1,
        value - 1,
        0,
        1,
        -value,
        value + 2,
        value - 2,
        -1,
        value * 2,
        value / 2,
        value + 10,
        value - 10,
    ]
}

/// A text with one number, one character or one line changed.
fn texts(text: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at].is_ascii_digit() {
            let end = at + text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = std::str::from_utf8(&text[at..end]).ok().and_then(|it| it.parse().ok());
            if let Some(value) = number {
                for other in near(value) {
                    found.push([&text[..at], other.to_string().as_bytes(), &text[end..]].concat());
                }
            }
            at = end;
        } else {
            let byte = text[at];
            if byte.is_ascii_graphic() {
                found.push([&text[..at], &text[at + 1..]].concat());
                found.push([&text[..at], &[byte, byte], &text[at + 1..]].concat());
            }
            if byte.is_ascii_alphabetic() {
                for other in [b'a', b'z', byte ^ 0x20] {
                    found.push([&text[..at], &[other], &text[at + 1..]].concat());
                }
            }
            at += 1;
        }
    }
    if !text.is_empty() {
        found.push(text[..text.len() / 2].to_vec());
        found.push(text[..text.len() - 1].to_vec());
    }
    found
}

/// The numbers that stand in the user's part of the program, and their neighbours, those near zero first.
fn numbers(program: &Program) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    for function in program.functions.iter().filter(|function| !function.is_library) {
        for expr in function.operands() {
            expr.walk(&mut |part| {
                if let Some(value) = part.as_int() {
                    found.extend([value, value + 1, value - 1]);
                }
            });
        }
    }
    let mut all: Vec<i128> = found.into_iter().collect();
    all.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
    all.truncate(MOST_NUMBERS);
    all
}
