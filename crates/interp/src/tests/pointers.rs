use whydunit_program::{
    Callee, CheckKind, Expr, ExprKind, Intrinsic, Place, StmtKind, TerminatorKind,
};

use crate::testing::{Builder, failure, span};
use crate::{Ending, RunSpec, run};

#[test]
fn heap_blocks_live_until_they_are_freed() {
    let mut b = Builder::new();
    let int = b.int();
    let void = b.program.types.void();
    let size = b.program.types.int(64, false);
    let pointer = b.program.types.pointer(int);
    let malloc = b.intrinsic(Intrinsic::Malloc, vec![size], pointer);
    let free = b.intrinsic(Intrinsic::Free, vec![pointer], void);
    let p = b.local("p", pointer);
    let bytes = Expr::int(8, size, span());
    b.push(StmtKind::Call {
        dest: Some(b.place(p)),
        callee: Callee::Direct(malloc),
        args: vec![bytes],
    });
    let target = Place::deref(b.load(p), int, span());
    let five = b.num(5);
    b.assign(target.clone(), five);
    let argument = b.load(p);
    b.push(StmtKind::Call {
        dest: None,
        callee: Callee::Direct(free),
        args: vec![argument.clone()],
    });
    b.end(TerminatorKind::Return(Some(Expr::load(target))));
    let f = b.function("f", int);
    let (kind, message) = failure(b.run(f));
    assert_eq!(kind, CheckKind::Lifetime);
    assert_eq!(
        message,
        "read of 4 bytes of an 8-byte block from malloc (line 1) after it was freed (line 1)"
    );
}

#[test]
fn pointers_in_inputs_have_elements() {
    let mut b = Builder::new();
    let int = b.int();
    let long = b.program.types.int(64, true);
    let pointer = b.program.types.pointer(int);
    let a = b.param("a", pointer);
    let two = Expr::int(2, long, span());
    let third = Expr::new(ExprKind::PtrAdd(Box::new(b.load(a)), Box::new(two)), pointer, span());
    let value = Expr::load(Place::deref(third, int, span()));
    b.end(TerminatorKind::Return(Some(value)));
    let f = b.function("f", int);
    let run = |text: &str| {
        let mut spec = RunSpec::new(f);
        if !text.is_empty() {
            spec.inputs.parse_assignment(text).expect(text);
        }
        let config = crate::Config::default();
        run(&b.program, &spec, &config, &mut |_, _| {}, &mut crate::NoObserver)
    };
    let result = run("a=[1,2,3]");
    assert_eq!(result.returned, Some(3));
    let names: Vec<_> = result.inputs.iter().map(|input| &*input.name).collect();
    assert_eq!(names, ["a[0]", "a[1]", "a[2]", "a"]);
    let (kind, message) = failure(run("a=[1,2]"));
    assert_eq!(kind, CheckKind::Bounds);
    assert_eq!(message, "read of 4 bytes just past the end of what a points to (8 bytes)");
    assert_eq!(failure(run("a=NULL")).0, CheckKind::Null);
    let Ending::Limit { message, .. } = run("").ending else { panic!() };
    assert!(message.contains("--input 'a=[...]'"), "{message}");
}
