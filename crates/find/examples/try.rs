#![allow(clippy::print_stdout)]
use std::time::Instant;
use whydunit_find::*;
use whydunit_front_c::{Options, compile};
use whydunit_interp::*;
use whydunit_solver::Budget;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut function = None;
    let mut unwind = None;
    let mut files = vec![];
    let mut secs = 20;
    let mut checks = CheckSet::default();
    let mut modular = false;
    let mut m32 = false;
    let mut symb = false;
    let mut it = args.into_iter();
    while let Some(a) = it.next() {
        match a.as_str() {
            "--function" => function = it.next(),
            "--unwind" => unwind = it.next().and_then(|s| s.parse().ok()),
            "--time" => secs = it.next().unwrap().parse().unwrap(),
            "--checks" => checks = CheckSet::parse(&it.next().unwrap()).unwrap(),
            "--symb" => symb = true,
            "--modular" => modular = true,
            "-m32" => m32 = true,
            _ => files.push(std::path::PathBuf::from(a)),
        }
    }
    let t = if m32 { whydunit_program::Target::Ilp32 } else { whydunit_program::Target::Lp64 };
    let options = Options { function: function.clone(), target: t, ..Options::default() };
    let program = match compile(&files, &options) {
        Ok(c) => c.program,
        Err(e) => {
            println!("COMPILE {:?}", e.first().map(|d| &d.message));
            return;
        }
    };
    let Some(f) = program.find_function(function.as_deref().unwrap_or("main")) else {
        println!("NOSTART");
        return;
    };
    let spec = RunSpec::new(f);
    let start = Instant::now();
    let request = Request {
        program: &program,
        spec: &spec,
        given: Given::default(),
        checks,
        unwind,
        max_steps: None,
        modular,
        runs_per_failure: 1,
        first_only: false,
        budget: Budget {
            deadline: Some(start + std::time::Duration::from_secs(secs)),
            memory: Some(8 << 30),
            ..Budget::default()
        },
    };
    let found = if symb {
        search_symbolically(&request, &mut |_| {})
    } else {
        search(&request, &mut |_| {})
    };
    println!(
        "{:?} {:.2}s unwind {} queries {} runs {}",
        found.verdict,
        start.elapsed().as_secs_f64(),
        found.coverage.unwind,
        found.coverage.queries,
        found.coverage.runs
    );
    for f in &found.failures {
        let place = program.sources.text(f.failure.span);
        println!("  {} : {} [{}] ", f.failure.kind.name(), f.failure.message, place);
        let r = &f.runs[0];
        let ins: Vec<String> = r.inputs.iter().map(|(n, v)| format!("{n}={v:?}")).collect();
        println!(
            "     inputs {} args {:?} stdin {:?}",
            ins.join(" "),
            r.args.iter().map(|a| String::from_utf8_lossy(a).into_owned()).collect::<Vec<_>>(),
            String::from_utf8_lossy(&r.stdin)
        );
    }
    for l in &found.coverage.loops {
        println!("  loop {} x{}", program.sources.text(l.place), l.iterations);
    }
    for r in &found.coverage.recursions {
        println!("  rec {} x{}", r.function, r.depth);
    }
    for i in &found.coverage.inputs {
        println!("  input {i}");
    }
    for g in &found.coverage.gaps {
        println!("  gap {} [{}]", g.message, g.place.map_or("", |p| program.sources.text(p)));
    }
    if let Some(s) = found.coverage.stopped {
        println!("  stopped {s:?}");
    }
}
