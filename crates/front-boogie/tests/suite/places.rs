//! Where statements of the program come from: the text that each statement of the intermediate
//! representation belongs to.

use whydunit_front_boogie::Options;
use whydunit_program::{
    Program, SourceKind, StmtKind, Terminator, TerminatorKind, expr_to_c, place_to_c,
};

use crate::running::compiled;

const TEXT: &str = "\
var g: int where g > 0;
procedure p(n: int) returns (r: int);
  modifies g;
  ensures r > old(g);
procedure main(n: int) returns (r: int)
  requires n > 0;
  ensures r != 3;
  modifies g;
{
  var x, y: int;
  var m: [int]int;
  if (n == 2) {
    havoc y, g;
  } else if (*) {
    call y := p(n);
  }
  while (x < y)
    invariant x <= n;
  {
    x, r := r, x + 1;
    if (r > 5) { break; }
  }
  assert (m[x] == 0);
  goto L, M;
 L: m := m[x := 1][y := 2];
 M: return;
}
";

/// `line:column kind text => statement` of every statement and branch of the start function, in
/// order.
fn listing(program: &Program, function: usize) -> Vec<String> {
    let function = &program.functions[function];
    let line = |span, source: whydunit_program::SourceStmtId, what: String| {
        let stmt = program.source_stmt(source);
        let kind = match stmt.kind {
            SourceKind::Expression => "statement",
            SourceKind::Declaration => "declaration",
            SourceKind::Condition => "condition",
            SourceKind::Return => "return",
            SourceKind::Jump => "jump",
            SourceKind::Annotation => "annotation",
            SourceKind::Parameter => "parameter",
            SourceKind::Implicit => "implicit",
        };
        let at = program.sources.line_column(span);
        let text = program.sources.text(stmt.span);
        format!("{}:{} {kind} `{text}` => {what}", at.line, at.column)
    };
    let mut list = Vec::new();
    for block in function.blocks() {
        for stmt in &block.stmts {
            let place = |place| place_to_c(program, function, place);
            let expr = |expr| expr_to_c(program, function, expr);
            let what = match &stmt.kind {
                StmtKind::Assign { place: to, value } => format!("{} = {}", place(to), expr(value)),
                StmtKind::Input { place: to, origin } => {
                    format!("{} = {}", place(to), origin.name())
                }
                StmtKind::Assume { cond } => format!("assume {}", expr(cond)),
                StmtKind::Check { kind, cond, text } => {
                    format!("{} {} ({text})", kind.name(), expr(cond))
                }
                StmtKind::Call { dest: Some(to), .. } => format!("{} = call", place(to)),
                StmtKind::Live { .. } => continue,
                StmtKind::Snapshot { .. } => "snapshot".into(),
                other => format!("{other:?}"),
            };
            list.push(line(stmt.span, stmt.source, what));
        }
        let Terminator { kind, span, source } = &block.terminator;
        match kind {
            TerminatorKind::Branch { cond, .. } => {
                let what = format!("branch {}", expr_to_c(program, function, cond));
                list.push(line(*span, *source, what));
            }
            TerminatorKind::Return(_) => list.push(line(*span, *source, "return".into())),
            _ => {}
        }
    }
    list
}

#[test]
fn every_statement_knows_its_text() {
    let compiled = compiled("places.bpl", TEXT, &Options::default());
    let expected = "\
1:18 annotation `g > 0` => assume g > 0
6:3 annotation `requires n > 0` => contract n > 0 (n > 0)
5:33 declaration `r: int` => r = uninitialised
10:7 declaration `x` => x = uninitialised
10:10 declaration `y` => y = uninitialised
11:7 declaration `m: [int]int` => m = uninitialised
12:7 condition `n == 2` => branch n == 2
13:5 statement `havoc y, g;` => y = nondet
13:5 statement `havoc y, g;` => g = nondet
13:5 statement `havoc y, g;` => assume g > 0
14:10 condition `if (*)` => tmp5 = nondet
14:10 condition `if (*)` => branch tmp5
15:5 statement `call y := p(n);` => y = call
18:5 annotation `invariant x <= n` => contract x <= n (x <= n)
17:10 condition `x < y` => branch x < y
20:5 statement `x, r := r, x + 1;` => tmp6 = x + 1
20:5 statement `x, r := r, x + 1;` => x = r
20:5 statement `x, r := r, x + 1;` => r = tmp6
21:9 condition `r > 5` => branch r > 5
23:3 annotation `assert (m[x] == 0);` => assert m[x] == 0 (m[x] == 0)
24:3 condition `goto L, M;` => tmp7 = nondet
24:3 condition `goto L, M;` => branch tmp7
25:5 statement `m := m[x := 1][y := 2];` => m[x] = 1
25:5 statement `m := m[x := 1][y := 2];` => m[y] = 2
7:3 annotation `ensures r != 3` => contract r != 3 (r != 3)
26:5 return `return;` => return
";
    let found = listing(&compiled.program, compiled.start.index());
    assert_eq!(found.join("\n"), expected.trim_end());
}

#[test]
fn a_procedure_without_body_is_its_contract() {
    let compiled = compiled("places.bpl", TEXT, &Options::default());
    let id = compiled.program.find_function("p").expect("it is called");
    assert!(compiled.program.function(id).is_library, "its steps belong to the calls");
    let expected = "\
2:11 implicit `p` => snapshot
2:11 implicit `p` => g = undefined-function
2:11 implicit `p` => r = undefined-function
2:11 implicit `p` => assume g > 0
2:11 implicit `p` => assume r > \\old(g)
2:11 implicit `p` => return";
    assert_eq!(listing(&compiled.program, id.index()).join("\n"), expected);
}
