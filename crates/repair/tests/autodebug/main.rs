mod common;
mod constructs;
mod figure1;
mod programs;
mod table1;
#[test]
fn dump() {
    let path = std::env::var("DUMP").unwrap_or("/tmp/method-play/max.c".into());
    let opts = std::env::var("DUMPO").unwrap_or("--function Max --input n=3 --input a=[-2,5,3]".into());
    let f = common::failing(&std::fs::read_to_string(path).unwrap(), &opts).unwrap();
    println!("{}", whydunit_program::print_program(&f.program));
    for (i, s) in f.trace.steps.iter().enumerate() {
        println!("{i} {:?} f{} {:?} src={:?} [{}] {:?}\n     stmt={:?}\n     R {:?}\n     W {:?}", s.kind, s.frame, s.point, f.program.source_stmt(s.source).kind, f.program.sources.text(s.span), f.program.source_stmt(s.source).span,
          f.program.stmt_at(s.point).map(|x| match &x.kind { whydunit_program::StmtKind::Assign{place, value} => format!("ASSIGN [{}] := [{}]", f.program.sources.text(place.span), f.program.sources.text(value.span)), whydunit_program::StmtKind::Check{cond,text,..} => format!("CHECK [{}] {}", f.program.sources.text(cond.span), text), k => format!("{k:?}").chars().take(200).collect()}),
          f.trace.reads(s).iter().map(|a| (whydunit_trace::cell_name(&f.program,&f.trace,a.cell), a.bits as i32)).collect::<Vec<_>>(),
          f.trace.writes(s).iter().map(|a| (whydunit_trace::cell_name(&f.program,&f.trace,a.cell), a.cell, a.bits as i32)).collect::<Vec<_>>());
    }
}
#[test]
fn script() {
    let path = std::env::var("DUMP").unwrap_or("/tmp/method-play/max.c".into());
    let opts = std::env::var("DUMPO").unwrap_or("--function Max --input n=3 --input a=[-2,5,3]".into());
    let f = common::failing(&std::fs::read_to_string(path).unwrap(), &opts).unwrap();
    let d = whydunit_repair::autodebug::debug(&f.program, &f.trace, &Default::default());
    println!("{}", whydunit_repair::autodebug::transcript(&d));
}
#[test]
fn timing() {
    let path = std::env::var("DUMP").unwrap_or("/tmp/method-play/long.c".into());
    let f = common::failing(&std::fs::read_to_string(path).unwrap(), "").unwrap();
    let t = std::time::Instant::now();
    let d = whydunit_repair::autodebug::debug(&f.program, &f.trace, &Default::default());
    println!("{} steps, {} points, {} evidence {} proposals {:?} {:?}", f.trace.steps.len(), d.points.len(), d.evidence.len(), d.proposals.len(), d.left_out, t.elapsed());
}
