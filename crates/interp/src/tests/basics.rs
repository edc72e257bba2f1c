use whydunit_program::{
    BinaryOp, Callee, CheckKind, InputOrigin, PlaceBase, StmtKind, Target, TerminatorKind,
};

use crate::testing::{Builder, failure};
use crate::{
    Budget, Cell, CheckSet, CompactLog, Config, Ending, InputRecord, Observer, RunSpec, prepare,
};

/// `int main() { int i = 0, s = 0; while (i < n) { s = s + i; i = i + 1; } return s; }`
fn sum_to(n: i128) -> (Builder, whydunit_program::FunctionId) {
    let mut b = Builder::new();
    let int = b.int();
    let (i, s) = (b.local("i", int), b.local("s", int));
    let zero = b.num(0);
    b.assign(b.place(i), zero.clone());
    b.assign(b.place(s), zero);
    b.end(TerminatorKind::Goto(whydunit_program::BlockId(1)));
    b.block();
    let (left, right) = (b.load(i), b.num(n));
    let cond = b.binary(BinaryOp::Lt, left, right);
    b.end(TerminatorKind::Branch {
        cond,
        then: whydunit_program::BlockId(2),
        otherwise: whydunit_program::BlockId(3),
    });
    b.block();
    let (s_now, i_now, one) = (b.load(s), b.load(i), b.num(1));
    let sum = b.binary(BinaryOp::Add, s_now, i_now.clone());
    b.assign(b.place(s), sum);
    let next = b.binary(BinaryOp::Add, i_now, one);
    b.assign(b.place(i), next);
    b.end(TerminatorKind::Goto(whydunit_program::BlockId(1)));
    b.block();
    let result = b.load(s);
    b.end(TerminatorKind::Return(Some(result)));
    let main = b.function("main", int);
    (b, main)
}

#[test]
fn a_loop_runs_and_steps_are_counted() {
    let (b, main) = sum_to(10);
    let result = b.run(main);
    assert_eq!(result.ending, Ending::Finished { exit_code: 45 });
    assert_eq!(result.returned, Some(45));
    assert_eq!(result.steps, 2 + 11 + 20 + 1);
}

#[test]
fn overflow_is_reported_or_wraps() {
    let (b, main) = sum_to(100_000);
    let (kind, message) = failure(b.run(main));
    assert_eq!(kind, CheckKind::Overflow);
    assert_eq!(message, "2147450880 + 65536 does not fit in int");
    let checks = CheckSet::default().without(CheckKind::Overflow);
    let result = b.run_with(main, &Config { checks, ..Config::default() });
    assert!(matches!(result.ending, Ending::Finished { .. }));
}

#[test]
fn budgets_end_endless_loops() {
    let mut b = Builder::new();
    let int = b.int();
    b.end(TerminatorKind::Goto(whydunit_program::BlockId(0)));
    let main = b.function("main", int);
    let result = b.run_with(main, &Config { max_steps: Some(1000), ..Config::default() });
    assert!(matches!(result.ending, Ending::OutOfBudget { budget: Budget::Steps, .. }));

    let (b, main) = sum_to(1_000_000);
    let result = b.run_with(main, &Config { max_steps: Some(100), ..Config::default() });
    assert!(matches!(result.ending, Ending::OutOfBudget { budget: Budget::Steps, .. }));
}

#[test]
fn endless_recursion_is_out_of_budget() {
    let mut b = Builder::new();
    let int = b.int();
    let r = b.local("r", int);
    let callee = Callee::Direct(whydunit_program::FunctionId(0));
    b.push(StmtKind::Call { dest: Some(b.place(r)), callee, args: vec![] });
    let value = b.load(r);
    b.end(TerminatorKind::Return(Some(value)));
    let f = b.function("f", int);
    let result = b.run(f);
    let Ending::OutOfBudget { budget, stack, .. } = result.ending else { panic!() };
    assert_eq!(budget, Budget::CallDepth);
    assert_eq!(stack.len(), 100_000);
}

#[test]
fn uninitialised_registers_are_caught_or_become_inputs() {
    let mut b = Builder::new();
    let int = b.int();
    let x = b.local("x", int);
    let value = b.load(x);
    b.end(TerminatorKind::Return(Some(value)));
    let f = b.function("f", int);
    assert_eq!(failure(b.run(f)), (CheckKind::Uninit, "x is used uninitialised".into()));
    let checks = CheckSet::default().without(CheckKind::Uninit);
    let result = b.run_with(f, &Config { checks, ..Config::default() });
    assert_eq!(result.returned, Some(0));
    assert_eq!(result.inputs[0].name, "x");
    assert_eq!(result.inputs[0].origin, InputOrigin::Uninitialised);
}

#[test]
fn division_by_zero() {
    let mut b = Builder::new();
    let int = b.int();
    let (one, zero) = (b.num(1), b.num(0));
    let value = b.binary(BinaryOp::Div, one, zero);
    b.end(TerminatorKind::Return(Some(value)));
    let f = b.function("f", int);
    assert_eq!(failure(b.run(f)), (CheckKind::Div, "division by zero: 1 / 0".into()));
    let checks = CheckSet::NONE;
    let result = b.run_with(f, &Config { checks, ..Config::default() });
    assert!(matches!(result.ending, Ending::Trapped { .. }));
}

#[test]
fn parameters_and_nondeterministic_values_are_inputs() {
    let mut b = Builder::new();
    let int = b.int();
    let p = b.param("p", int);
    let (x, y) = (b.local("x", int), b.local("y", int));
    for local in [x, y] {
        let origin = InputOrigin::Nondet("nondet_int".into());
        b.push(StmtKind::Input { place: b.place(local), origin });
    }
    let (px, xx, yy) = (b.load(p), b.load(x), b.load(y));
    let sum = b.binary(BinaryOp::Add, px, xx);
    let sum = b.binary(BinaryOp::Add, sum, yy);
    b.end(TerminatorKind::Return(Some(sum)));
    let f = b.function("f", int);
    let mut spec = RunSpec::new(f);
    for text in ["p=1", "x=20", "nondet#2=300", "other=4"] {
        spec.inputs.parse_assignment(text).expect(text);
    }
    let mut log = CompactLog::new();
    let compiled = prepare(&b.program);
    let result = compiled.run(&spec, &Config::default(), &mut |_, _| {}, &mut log);
    assert_eq!(result.returned, Some(321));
    assert_eq!(result.unused_inputs, ["other"]);
    let names: Vec<_> = result.inputs.iter().map(|input| (&*input.name, input.bits)).collect();
    assert_eq!(names, [("p", 1), ("nondet#1", 20), ("nondet#2", 300)]);
    assert_eq!(result.inputs[1].variable.as_deref(), Some("x"));
    assert_eq!(log.len(), 3);
    assert_eq!(log.get(2).expect("a step").point.index, 2);
}

#[derive(Default)]
struct Text(Vec<String>);

impl Observer for Text {
    fn step(&mut self, point: whydunit_program::Point, frame: u32) {
        self.0.push(format!("{}:{}@{frame}", point.block.0, point.index));
    }
    fn read(&mut self, cell: Cell, bits: u64) {
        self.0.push(format!("r{:?}={bits}", cell.offset));
    }
    fn write(&mut self, cell: Cell, bits: u64) {
        self.0.push(format!("w{:?}={bits}", cell.offset));
    }
    fn branch(&mut self, _: whydunit_program::Point, successor: u32) {
        self.0.push(format!("b{successor}"));
    }
    fn input(&mut self, record: &InputRecord) {
        self.0.push(format!("i{}", record.name));
    }
}

#[test]
fn observers_see_reads_writes_and_branches_in_order() {
    let (b, main) = sum_to(1);
    let mut text = Text::default();
    let spec = RunSpec::new(main);
    let compiled = prepare(&b.program);
    compiled.run(&spec, &Config::default(), &mut |_, _| {}, &mut text);
    let expected = "0:0@0 w0=0 0:1@0 w0=0 1:0@0 r0=0 b0 2:0@0 r0=0 r0=0 w0=0 2:1@0 r0=0 w0=1 \
                    1:0@0 r0=1 b1 3:0@0 r0=0";
    assert_eq!(text.0.join(" "), expected);
}

/// Sends the run to the other side at one of its branches.
struct Detour {
    at: usize,
    seen: usize,
}

impl Observer for Detour {
    fn redirect(&mut self, _: whydunit_program::Point, successor: u32) -> u32 {
        self.seen += 1;
        if self.seen == self.at { 1 - successor } else { successor }
    }
}

#[test]
fn observers_can_switch_a_branch() {
    // Of four tests of the loop's condition, the last one fails by itself.
    for (at, sum) in [(1, 0), (2, 0), (3, 1), (4, 6), (5, 3)] {
        let (b, main) = sum_to(3);
        let mut detour = Detour { at, seen: 0 };
        let spec = RunSpec::new(main);
        let compiled = prepare(&b.program);
        let result = compiled.run(&spec, &Config::default(), &mut |_, _| {}, &mut detour);
        assert_eq!(result.returned, Some(sum), "{at}");
    }
}

#[test]
fn arrays_have_bounds_on_both_targets() {
    for target in [Target::Lp64, Target::Ilp32] {
        let mut b = Builder::for_target(target);
        let int = b.int();
        let array = b.program.types.array(int, Some(4));
        let global = b.global("buf", array);
        let i = b.param("i", int);
        let (index, seven) = (b.load(i), b.num(7));
        let element = b.index(PlaceBase::Global(global), int, index);
        b.assign(element.clone(), seven);
        b.end(TerminatorKind::Return(Some(whydunit_program::Expr::load(element))));
        let f = b.function("f", int);
        let run = |text: &str| {
            let mut spec = RunSpec::new(f);
            spec.inputs.parse_assignment(text).expect(text);
            let config = Config::default();
            crate::run(&b.program, &spec, &config, &mut |_, _| {}, &mut crate::NoObserver)
        };
        assert_eq!(run("i=3").returned, Some(7));
        assert_eq!(
            failure(run("i=4")),
            (CheckKind::Bounds, "index 4 is out of bounds of buf[4]".into())
        );
        assert_eq!(
            failure(run("i=-1")),
            (CheckKind::Bounds, "index -1 is out of bounds of buf[4]".into())
        );
    }
}
