//! Runs of a program on other inputs than a trace's: other values of single inputs, other arguments, another standard input.

use std::collections::BTreeSet;

use whydunit_interp::{InputRecord, InputValue, RunSpec};
use whydunit_program::{
    Body, Callee, InitValue, InputOrigin, Intrinsic, Program, StmtKind, TypeId,
};
use whydunit_trace::ErrorTrace;

use crate::executions::numbers;
use crate::limits::{MOST_ARGUMENTS, MOST_LITERALS};
use crate::variant::number;

/// The text of arguments that are added: a word, a number, nothing, a negative number, a long word.
pub(crate) const TEXTS: [&[u8]; 5] = [b"a", b"1", b"", b"-7", b"abcdefghijklmnopqrstuvwxyz"];

/// What standard input is when it is another: as above, with lines and several numbers.
const STDIN_TEXTS: [&[u8]; 10] = [
    b"x",
    b"",
    b"a\n",
    b"0\n",
    b"1\n",
    b"-7\n",
    b"2 3 4 5\n",
    b"1 1 1 1\n",
    b"a b c\nd e f\n",
    b"abcdefghijklmnopqrstuvwxyz\n",
];

/// The run of a trace with other values of some inputs (positions and bits); nothing where one cannot have its value by itself. Whether the run then asks for
/// these inputs is to be seen from its records ([`has_inputs`]).
pub(crate) fn with_inputs(
    program: &Program,
    trace: &ErrorTrace,
    changes: &[(u32, u64)],
) -> Option<RunSpec> {
    let mut spec = trace.spec.clone();
    let mut changes = changes.to_vec();
    // From the last to the first: a number may be longer than the one in whose place it comes.
    changes.sort_by(|a, b| b.cmp(a));
    for (position, bits) in changes {
        set(program, &mut spec, trace.inputs.get(position as usize)?, bits)?;
    }
    Some(spec)
}

pub(crate) fn has_inputs(records: &[InputRecord], wanted: &[(u32, u64)]) -> bool {
    wanted.iter().all(|&(position, bits)| {
        records.get(position as usize).is_some_and(|record| record.bits == bits)
    })
}

fn set(program: &Program, spec: &mut RunSpec, record: &InputRecord, bits: u64) -> Option<()> {
    let byte = bits as u8;
    match record.origin {
        InputOrigin::Stdin => {
            let (start, end) = range(&record.name)?;
            let old = spec.stdin.get(start..end)?;
            let new = if record.cell.size == 1 {
                vec![byte]
            } else {
                program.types.int_kind(record.ty)?;
                let before = old.iter().take_while(|byte| byte.is_ascii_whitespace());
                let mut text: Vec<u8> = before.copied().collect();
                text.extend(number(program, record.ty, bits).to_string().into_bytes());
                text
            };
            spec.stdin.splice(start..end, new);
        }
        InputOrigin::Argv if record.name == "argc" => {
            if !(1..=MOST_ARGUMENTS).contains(&bits) {
                return None;
            }
            spec.args.resize(bits as usize - 1, TEXTS[0].to_vec());
        }
        InputOrigin::Argv => {
            let parts = record.name.strip_prefix("argv[")?;
            let (argument, rest) = parts.split_once("][")?;
            let argument: usize = argument.parse().ok()?;
            let at: usize = rest.strip_suffix(']')?.parse().ok()?;
            let text = spec.args.get_mut(argument.checked_sub(1)?)?;
            // A zero would end the argument earlier, and the inputs behind it would be gone.
            *text.get_mut(at).filter(|_| byte != 0)? = byte;
        }
        _ => {
            program.types.int_kind(record.ty)?;
            spec.inputs.set(&record.name, InputValue::Int(number(program, record.ty, bits)));
        }
    }
    Some(())
}

/// Of `stdin[3]` or `stdin[3..5]`.
fn range(name: &str) -> Option<(usize, usize)> {
    let inside = name.strip_prefix("stdin[")?.strip_suffix(']')?;
    match inside.split_once("..") {
        Some((start, end)) => Some((start.parse().ok()?, end.parse().ok()?)),
        None => inside.parse().ok().map(|at: usize| (at, at + 1)),
    }
}

/// Other values of an input: the numbers that stand in the program, which conditions compare with, and the ends of its type.
pub(crate) fn other_values(program: &Program, record: &InputRecord) -> Vec<u64> {
    values_worth_trying(program, record.ty, record.bits)
}

/// Values of a type that conditions of the program may tell from the one that is there: the numbers that stand in it, and the ends of the type.
pub fn values_worth_trying(program: &Program, ty: TypeId, own: u64) -> Vec<u64> {
    let Some(kind) = program.types.int_kind(ty) else { return Vec::new() };
    let ends = [kind.least(), kind.most(), kind.least() + 1, kind.most() - 1];
    let all = numbers(program).into_iter().map(i128::from).chain(ends);
    let mask = u64::MAX >> (64 - u32::from(kind.bits.clamp(1, 64)));
    let mut values = Vec::new();
    for value in all {
        let bits = value as u64 & mask;
        let is_value = number(program, ty, bits) == value;
        if is_value && bits != own && !values.contains(&bits) {
            values.push(bits);
        }
    }
    values
}

/// Other arguments: fewer, more, other ones; also as many as a number of the program, which `argc` may be compared with.
pub(crate) fn argument_shapes(program: &Program, own: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut shapes: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut add = |count: usize, text: &[u8]| {
        let mut args: Vec<Vec<u8>> = own.iter().take(count).cloned().collect();
        args.resize(count, text.to_vec());
        if args != *own && !shapes.contains(&args) {
            shapes.push(args);
        }
    };
    for count in 0..=own.len() + 3 {
        TEXTS.iter().for_each(|text| add(count, text));
    }
    let counts = numbers(program).into_iter().filter_map(|number| u64::try_from(number).ok());
    for count in counts.filter(|count| (1..=MOST_ARGUMENTS).contains(count)) {
        // One of them is the program's name.
        add(count as usize - 1, TEXTS[0]);
    }
    shapes
}

/// Texts that stand in the program, which arguments and lines of standard input may be compared with; the shortest first.
pub(crate) fn literals(program: &Program) -> Vec<Vec<u8>> {
    let mut found = BTreeSet::new();
    for global in program.globals.iter().filter(|global| global.is_literal) {
        let bytes: Vec<u8> = global
            .init
            .iter()
            .filter_map(|init| match &init.value {
                InitValue::Bytes(bytes) => Some(bytes.as_slice()),
                InitValue::GlobalAddr(..) | InitValue::FunctionAddr(_) => None,
            })
            .flatten()
            .copied()
            .take_while(|&byte| byte != 0)
            .collect();
        found.insert((bytes.len(), bytes));
    }
    found.into_iter().map(|(_, bytes)| bytes).take(MOST_LITERALS).collect()
}

/// Arguments that are not all the same: the first two vary, over texts of all kinds and those of the program.
pub(crate) fn mixed_arguments(program: &Program, own: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut texts: Vec<Vec<u8>> = TEXTS.map(<[u8]>::to_vec).to_vec();
    texts.extend(literals(program));
    let mut shapes: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut add = |args: Vec<Vec<u8>>| {
        if args != *own && !shapes.contains(&args) {
            shapes.push(args);
        }
    };
    for first in &texts {
        // The run's own arguments with another one, at each place.
        for position in 0..own.len() {
            let mut args = own.to_vec();
            args[position].clone_from(first);
            add(args);
        }
        for second in &texts {
            for count in [2, own.len().max(3)] {
                let mut args = vec![first.clone(), second.clone()];
                args.resize(count, second.clone());
                add(args.clone());
                args.swap(1, count - 1);
                args[count - 1].clone_from(&texts[0]);
                add(args);
            }
        }
    }
    shapes
}

/// Arguments of which one is another, beyond [`argument_shapes`].
pub(crate) fn other_arguments(own: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    let mut shapes = Vec::new();
    for position in 0..own.len() {
        for text in TEXTS {
            let mut args = own.to_vec();
            args[position] = text.to_vec();
            if args != *own && !shapes.contains(&args) {
                shapes.push(args);
            }
        }
    }
    shapes
}

/// Another standard input: a shorter one, a longer one, another one.
pub(crate) fn stdin_shapes(own: &[u8]) -> Vec<Vec<u8>> {
    let mut shapes: Vec<Vec<u8>> = Vec::new();
    let shorter = [own.len().saturating_sub(1), own.len() / 2].map(|length| own[..length].to_vec());
    let longer = STDIN_TEXTS.map(|text| [own, text].concat());
    let others = STDIN_TEXTS.map(<[u8]>::to_vec);
    for text in others.into_iter().chain(shorter).chain(longer) {
        if text != own && !shapes.contains(&text) {
            shapes.push(text);
        }
    }
    shapes
}

pub(crate) fn takes_arguments(trace: &ErrorTrace) -> bool {
    trace.inputs.iter().any(|record| record.origin == InputOrigin::Argv)
}

/// The texts that the system has answered in a run, or not: positions of the pointers among its inputs.
pub(crate) fn answered_texts(program: &Program, trace: &ErrorTrace) -> Vec<u32> {
    let is_text = |record: &InputRecord| {
        matches!(record.origin, InputOrigin::Library { .. })
            && program.types.pointee(record.ty).is_some()
    };
    (0..).zip(&trace.inputs).filter(|(_, record)| is_text(record)).map(|(at, _)| at).collect()
}

/// Has the run asked for a byte of standard input, be it that there was none?
pub(crate) fn reads_stdin(program: &Program, trace: &ErrorTrace) -> bool {
    use Intrinsic::{Fscanf, Getchar, Scanf, Vfscanf, Vscanf};
    let is_reading = |function: &whydunit_program::Function| {
        matches!(function.body, Body::Intrinsic(Getchar | Scanf | Fscanf | Vscanf | Vfscanf))
    };
    trace.inputs.iter().any(|record| record.origin == InputOrigin::Stdin)
        || trace.steps.iter().any(|step| {
            let stmt = program.stmt_at(step.point);
            matches!(stmt.map(|stmt| &stmt.kind),
                Some(StmtKind::Call { callee: Callee::Direct(id), .. }) if is_reading(program.function(*id)))
        })
}
