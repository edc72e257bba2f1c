//! What several tests share.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use whydunit_solver::{Budget, External, SolverChoice, find_external};
use whydunit_term::{Op, Sort};

pub fn unlimited() -> Budget {
    Budget::unlimited()
}

/// Every operation on integers and Booleans with the sorts of its operands, for operands of the given width.
pub fn all_operations(width: u32) -> Vec<(Op, Vec<Sort>)> {
    use Op::*;
    let bits = Sort::Bits(width);
    let byte = width as u8;
    let mut list = vec![
        (Not, vec![Sort::Bool]),
        (And, vec![Sort::Bool; 2]),
        (And, vec![Sort::Bool; 4]),
        (Or, vec![Sort::Bool; 2]),
        (Or, vec![Sort::Bool; 4]),
        (Xor, vec![Sort::Bool; 2]),
        (Eq, vec![Sort::Bool; 2]),
        (Ite, vec![Sort::Bool; 3]),
        (Ite, vec![Sort::Bool, bits, bits]),
        (FromBool, vec![Sort::Bool]),
        (Extract { high: byte - 1, low: byte / 2 }, vec![bits]),
        (ZeroExtend(byte + 2), vec![bits]),
        (SignExtend(byte + 2), vec![bits]),
        (RotateLeft(byte / 2), vec![bits]),
        (RotateRight(byte / 2), vec![bits]),
        (Concat, vec![bits, Sort::Bits(2)]),
    ];
    list.extend([BitNot, Neg, NegOverflow].map(|op| (op, vec![bits])));
    list.extend(
        [
            Eq,
            BitAnd,
            BitOr,
            BitXor,
            Add,
            Sub,
            Mul,
            UDiv,
            URem,
            SDiv,
            SRem,
            Shl,
            LShr,
            AShr,
            ULt,
            ULe,
            SLt,
            SLe,
            UAddOverflow,
            SAddOverflow,
            USubOverflow,
            SSubOverflow,
            UMulOverflow,
            SMulOverflow,
            SDivOverflow,
        ]
        .map(|op| (op, vec![bits; 2])),
    );
    list
}

/// Every operation on floating-point numbers, with the sorts of its operands.
pub fn float_operations() -> Vec<(Op, Vec<Sort>)> {
    let mut list = Vec::new();
    for width in [32, 64] {
        let (sort, other) = (Sort::Bits(width), Sort::Bits(96 - width));
        for op in [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FEq, Op::FLt, Op::FLe] {
            list.push((op, vec![sort; 2]));
        }
        list.push((Op::FConvert(width as u8), vec![other]));
        for integer in [1, 8, 32, 64, 128] {
            list.push((Op::FFromSigned(width as u8), vec![Sort::Bits(integer.into())]));
            list.push((Op::FFromUnsigned(width as u8), vec![Sort::Bits(integer.into())]));
            list.push((Op::FToSigned(integer), vec![sort]));
            list.push((Op::FToUnsigned(integer), vec![sort]));
        }
    }
    list
}

/// What a solver program prints when it is given a script.
pub fn run_script(name: &str, script: &str) -> String {
    let arguments: &[&str] = match name {
        "z3" => &["-in", "-smt2"],
        _ => &["--lang=smt2", "--quiet"],
    };
    let mut child = Command::new(name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program should start");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input.write_all(script.as_bytes()).expect("the program should read its input");
    drop(input);
    let output = child.wait_with_output().expect("the program should end");
    String::from_utf8(output.stdout).expect("solvers print ASCII")
}

/// The solver program of that name, where the machine has it; says so where it has not.
pub fn program(name: &str) -> Option<External> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let search_path = std::env::split_paths(&path).collect();
    let found = find_external(&SolverChoice { name: name.to_owned(), search_path });
    if found.is_err() {
        whydunit_testing::missing(&format!("{name} is not installed"));
    }
    found.ok()
}

/// Those of the programs used for comparison that the machine has.
pub fn programs() -> Vec<(&'static str, External)> {
    ["z3", "cvc5"].into_iter().filter_map(|name| Some((name, program(name)?))).collect()
}

pub fn seconds(count: u64) -> Budget {
    Budget::unlimited().with_deadline(Instant::now() + Duration::from_secs(count))
}
