//! C in, program out: the shapes that explanations rely on.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use whydunit_program::{Program, Target, print_function, validate};

use crate::{Options, compile};

fn compiled(source: &str, options: &Options) -> Result<Program, String> {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = directory.path().join("test.c");
    std::fs::write(&path, source).expect("the file should be writable");
    match compile(&[path], options) {
        Ok(compiled) => {
            let problems = validate(&compiled.program);
            assert!(problems.is_empty(), "{problems:#?}\n{source}");
            Ok(compiled.program)
        }
        Err(diagnostics) => {
            let mut out = String::new();
            for diagnostic in diagnostics {
                let place = diagnostic.place.as_ref();
                let (line, column) = place.map_or((0, 0), |place| (place.line, place.column));
                writeln!(out, "{line}:{column}: {}", diagnostic.message)
                    .expect("strings can be written to");
            }
            Err(out)
        }
    }
}

/// The functions of a program, printed.
fn lowered(source: &str) -> String {
    let program = match compiled(source, &Options::default()) {
        Ok(program) => program,
        Err(errors) => return errors,
    };
    let user = program.functions.iter().filter(|function| !function.is_library);
    let defined = user.filter(|function| !function.blocks().is_empty());
    defined.map(|function| print_function(&program, function)).collect::<Vec<_>>().join("\n")
}

/// The statements of `void f(int a, int b, int *p)` with this body.
fn check(body: &str, expected: Expect) {
    let source = format!(
        "struct s {{ int x, y; char name[8]; unsigned bits : 3; }};\n\
         int g(int); int *h(void); void sink(int, ...); extern int global;\n\
         void f(int a, int b, int *p, struct s *q) {{\n{body}\n}}\n"
    );
    let text = lowered(&source);
    let body: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("fn ") && *line != "}" && !line.is_empty())
        .collect();
    expected.assert_eq(&(body.join("\n") + "\n"));
}

#[test]
fn simple_expressions_stay_whole() {
    check(
        "a = p[b] + a * b; p[a] += 2; a++; if (a && !b) a = -1; q->x = q->y ? a : b;",
        expect![[r#"
            b0:
              a = p[b] + a * b
              p[a] = p[a] + 2
              a = a + 1
              if a && !b goto b1 else b2
            b1:
              a = -1
              goto b2
            b2:
              q->x = q->y ? a : b
              return
        "#]],
    );
}

#[test]
fn calls_store_into_variables() {
    check(
        "int x = g(a); x = g(x) + g(b); long y = g(1); p[a] = g(2);",
        expect![[r#"
        b0:
          live x
          x = call g(a)
          tmp5 = call g(x)
          tmp6 = call g(b)
          x = tmp5 + tmp6
          live y
          tmp8 = call g(1)
          y = (long)tmp8
          p[a] = call g(2)
          return
    "#]],
    );
}

#[test]
fn inputs_go_into_variables() {
    check(
        "int __VERIFIER_nondet_int(void); int x = __VERIFIER_nondet_int(); a = nondet_int(); long l = nondet_int();",
        expect![[r#"
            b0:
              live x
              input x (nondet)
              input a (nondet)
              live l
              input tmp6 (nondet)
              l = (long)tmp6
              return
        "#]],
    );
}

#[test]
fn later_effects_do_not_change_earlier_operands() {
    check(
        "a = a + a++; a = b + g(a); a = global + g(a); a = p[b] + (b = 2);",
        expect![[r#"
        b0:
          tmp5 = a
          tmp4 = a
          a = a + 1
          a = tmp5 + tmp4
          tmp6 = call g(a)
          a = b + tmp6
          tmp8 = global
          tmp7 = call g(a)
          a = tmp8 + tmp7
          tmp9 = p[b]
          b = 2
          a = tmp9 + 2
          return
    "#]],
    );
}

#[test]
fn small_types_are_promoted_and_truncated() {
    check(
        "char c = 'a'; c += 1; c = c << a; _Bool t = c; t++; short s = a; s = -s;",
        expect![[r#"
        b0:
          live c
          c = 97
          c = (char)((int)c + 1)
          c = (char)((int)c << a)
          live t
          t = (_Bool)c
          t = (_Bool)((int)t + 1)
          live s
          s = (short)a
          s = (short)-(int)s
          return
    "#]],
    );
}

#[test]
fn effects_in_conditions_become_control_flow() {
    check(
        "if (a && g(b)) b = 1; while (a || (b = g(a)) > 3) a--; a = b && g(1);",
        expect![[r#"
        b0:
          if a goto b2 else b3
        b1:
          b = 1
          goto b3
        b2:
          tmp4 = call g(b)
          if tmp4 goto b1 else b3
        b3:
          if a goto b4 else b6
        b4:
          a = a - 1
          goto b3
        b5:
          if b goto b7 else b8
        b6:
          b = call g(a)
          if b > 3 goto b4 else b5
        b7:
          tmp5 = call g(1)
          tmp6 = tmp5 != 0
          goto b9
        b8:
          tmp6 = 0
          goto b9
        b9:
          a = tmp6
          return
    "#]],
    );
}

#[test]
fn conditionals() {
    check(
        "a = b ? a : g(b); struct s t = b ? *q : q[1]; b ? g(1) : g(2); a = b ?: 7;",
        expect![[r#"
        b0:
          if b goto b2 else b1
        b1:
          tmp4 = call g(b)
          tmp5 = tmp4
          goto b3
        b2:
          tmp5 = a
          goto b3
        b3:
          a = tmp5
          live t
          if b goto b5 else b4
        b4:
          tmp7 = q[1]
          goto b6
        b5:
          tmp7 = *q
          goto b6
        b6:
          t = tmp7
          if b goto b7 else b8
        b7:
          call g(1)
          goto b9
        b8:
          call g(2)
          goto b9
        b9:
          a = b ? b : 7
          return
    "#]],
    );
}

#[test]
fn increments_as_values() {
    check(
        "a = b++; a = ++b; *p++ = 1; q->bits++; a = q->bits--;",
        expect![[r#"
        b0:
          tmp4 = b
          b = b + 1
          a = tmp4
          b = b + 1
          a = b
          tmp5 = p
          p = p + 1
          *tmp5 = 1
          q->bits = (unsigned int)((int)q->bits + 1)
          tmp6 = q->bits
          q->bits = (unsigned int)((int)q->bits - 1)
          a = (int)tmp6
          return
    "#]],
    );
}

#[test]
fn assignments_as_values() {
    check(
        "a = b = 3; while ((a = g(b)) != 0) b = a; p[a = 1] = (*p = 2);",
        expect![[r#"
        b0:
          b = 3
          a = 3
          goto b1
        b1:
          a = call g(b)
          if a != 0 goto b2 else b3
        b2:
          b = a
          goto b1
        b3:
          a = 1
          *p = 2
          p[1] = 2
          return
    "#]],
    );
}

#[test]
fn addresses_of_elements_may_be_one_past_the_end() {
    check(
        "int m[2][3]; int *e = &m[0][0]; int *r = m[1]; e = &m[a][b]; char *n = &q->name[8]; e = &p[3]; e = &q->y; e = p - b;",
        expect![[r#"
            b0:
              live m
              live e
              e = (int *)m
              live r
              r = m[1]
              e = (int *)m + ((long)a * 3 + (long)b)
              live n
              n = q->name + 8
              e = p + 3
              e = &q->y
              e = p + -(long)b
              return
        "#]],
    );
}

#[test]
fn initialisers() {
    check(
        "int v[4] = { 1, [2] = a }; struct s t = { .y = g(1) }; char w[] = \"hi\"; char z[5] = \"hi\"; int full[2] = { a, b }; struct s u = t;",
        expect![[r#"
            b0:
              live v
              zero v
              v[0] = 1
              v[2] = a
              live t
              zero t
              t.y = call g(1)
              live w
              copy 3 bytes w <- "hi"
              live z
              zero z
              copy 3 bytes z <- "hi"
              live full
              full[0] = a
              full[1] = b
              live u
              u = t
              return
        "#]],
    );
}

#[test]
fn loops_have_one_head() {
    check(
        "for (int i = 0; i < a; i++) { int t = i; if (t == 3) continue; if (t == 4) break; sink(t); } do a--; while (a);",
        expect![[r#"
            b0:
              live i
              i = 0
              goto b1
            b1:
              if i < a goto b2 else b4
            b2:
              live t
              t = i
              if t == 3 goto b5 else b6
            b3:
              i = i + 1
              goto b1
            b4:
              dead i
              goto b9
            b5:
              dead t
              goto b3
            b6:
              if t == 4 goto b7 else b8
            b7:
              dead t
              goto b4
            b8:
              call sink(t)
              dead t
              goto b3
            b9:
              a = a - 1
              goto b10
            b10:
              if a goto b9 else b11
            b11:
              return
        "#]],
    );
}

#[test]
fn switches_fall_through_and_bypassed_variables_live() {
    check(
        "switch (a) { int t; case 1: t = 2; sink(t); case 2 ... 4: b = 1; break; default: b = 2; }",
        expect![[r#"
        b0:
          switch a [1: b6, 2 ... 4: b7] else b5
        b1:
          return
        b2:
          t = 2
          call sink(t)
          goto b3
        b3:
          b = 1
          dead t
          goto b1
        b4:
          b = 2
          dead t
          goto b1
        b5:
          live t
          goto b4
        b6:
          live t
          goto b2
        b7:
          live t
          goto b3
    "#]],
    );
}

#[test]
fn gotos_end_and_begin_lifetimes() {
    check(
        "{ int t = a; if (t) goto out; goto in; } { int u; in: u = 1; sink(u); } out: ;",
        expect![[r#"
        b0:
          live t
          t = a
          if t goto b1 else b2
        b1:
          dead t
          goto b3
        b2:
          dead t
          live u
          goto b4
        b3:
          return
        b4:
          u = 1
          call sink(u)
          dead u
          goto b3
    "#]],
    );
}

#[test]
fn arrays_of_variable_length() {
    check(
        "int v[a]; v[b] = (int)sizeof v; int m[a][b]; m[1][2] = 3; p = m[1];",
        expect![[r#"
            b0:
              tmp4 = (unsigned long)a
              vla v[tmp4]
              v[b] = (int)(tmp4 * 4)
              tmp6 = (unsigned long)b
              tmp7 = (unsigned long)a
              vla m[tmp7 * tmp6]
              (m + (long)tmp6)[2] = 3
              p = m + (long)tmp6
              return
        "#]],
    );
}

#[test]
fn checks_and_assumptions() {
    check(
        "__VERIFIER_assume(a > 0); __VERIFIER_assert(a != b); __CPROVER_assert(a, \"positive\"); reach_error();",
        expect![[r#"
            b0:
              assume a > 0
              check assert a != b
              check assert a
              check unreach 0
              return
        "#]],
    );
}

#[test]
fn unsupported_constructs_stay_where_they_stand() {
    check(
        "if (a) { __asm__(\"nop\"); } double _Complex z; if (b) z = 1;",
        expect![[r#"
        b0:
          if a goto b1 else b2
        b1:
          unsupported: inline assembler
          goto b2
        b2:
          live z
          if b goto b3 else b4
        b3:
          unsupported: complex numbers
          goto b4
        b4:
          return
    "#]],
    );
}

#[test]
fn contracts() {
    let source = "\
/*@ requires n >= 0; ensures \\result == \\old(*p) + n; ensures n == 0 ==> *p == \\old(*p); */
int add(int *p, int n) {
    while (n > 0) { (*p)++; n--; }
    //@ assert n == 0;
    return *p;
}
/*@ ensures \\forall integer i; 0 <= i < 4 ==> a[i] == \\old(a[i]); */
void keep(int *a) {
    /*@ loop invariant 0 <= i <= 4; */
    for (int i = 0; i < 4; i++) a[i] = a[i];
}
";
    expect![[r#"
        fn add(p: int *, n: int) -> int {
        b0:
          check contract (integer)n >= 0
          tmp2 = n
          tmp3 = *p
          tmp4 = n
          tmp5 = *p
          goto b1
        b1:
          if n > 0 goto b2 else b3
        b2:
          *p = *p + 1
          n = n - 1
          goto b1
        b3:
          check contract (integer)n == 0
          \result = *p
          check contract (integer)\result == (integer)tmp3 + (integer)tmp2
          check contract !((integer)tmp4 == 0) || (integer)*p == (integer)tmp5
          return \result
        }

        fn keep(a: int *) -> void {
        b0:
          snapshot 0
          live i
          i = 0
          goto b1
        b1:
          check contract 0 <= (integer)i && (integer)i <= 4
          if i < 4 goto b2 else b4
        b2:
          a[i] = a[i]
          goto b3
        b3:
          i = i + 1
          goto b1
        b4:
          dead i
          check contract (\forall integer i; 0 <= i <= 4 - 1 ==> (integer)a[(long)i] == (integer)\old(a[(long)i]))
          return
        }
    "#]].assert_eq(&lowered(source));
}

#[test]
fn old_style_parameters_arrive_promoted() {
    expect![[r#"
        fn f(c: int, x: double) -> int {
        b0:
          c = (char)c
          x = (float)x
          return (int)c + (int)x
        }
    "#]]
    .assert_eq(&lowered("int f(c, x) char c; float x; { return c + (int)x; }"));
}

#[test]
fn main_returns_zero() {
    expect![[r#"
        fn main() -> int {
        b0:
          return 0
        }

        fn other() -> int {
        b0:
          return
        }
    "#]]
    .assert_eq(&lowered("int main(void) { } int other(void) { }"));
}

fn refused(source: &str, expected: Expect) {
    let errors = compiled(source, &Options::default()).err().unwrap_or_default();
    expected.assert_eq(&errors);
}

#[test]
fn type_errors_have_places() {
    refused(
        "struct s { int x; };\nint f(int a) { return a; }\nvoid v(void) { }\nint main(void) {\n\
         struct s s; int i; const int c = 1;\ni = nothing;\ns.y = 1;\nf();\nc = 2;\n3 = i;\ni = s;\ni();\n\
         i = v();\n*i = 1;\ngoto nowhere;\nbreak;\nint i;\nstruct t t;\nif (s) ;\n}\n",
        expect![[r#"
            6:5: `nothing` is not declared here
            7:3: `struct s` has no member `y`
            8:1: `f` takes 1 argument, but is given 0
            9:1: cannot assign to `c`: it is const
            10:1: cannot assign to this: it is not a variable
            11:5: cannot assign `struct s` to `int`
            12:1: this is not a function but `int`
            13:5: void value not ignored as it ought to be
            14:1: `*` needs a pointer, but this is `int`
            16:1: `break` outside of a loop or switch
            17:5: `i` is defined twice
            18:10: a variable of the incomplete type `struct t`
            19:5: a condition must be a number or a pointer, not `struct s`
            15:1: there is no label `nowhere` in this function
        "#]],
    );
    refused(
        "int x = 1;\nint x = 2;\nint f(void) { return 0; }\nint f(void) { return 1; }\n",
        expect![[r#"
        2:5: `x` is defined twice
        4:5: `f` is defined twice
    "#]],
    );
    refused(
        "int f(int a) { switch (a) { case 1: case 1: ; } }\n",
        expect![[r#"
        1:42: the case 1 occurs twice in this switch
    "#]],
    );
    refused(
        "int f(int);\nchar *f(int);\n",
        expect![[r#"
        2:7: `f` is declared here with another type than before
    "#]],
    );
    refused(
        "int n; int a[n];\n_Static_assert(sizeof(int) == 5, \"five\");\nint b = n;\n",
        expect![[r#"
        1:14: the length of an array outside a function must be constant
        2:16: static assertion failed: five
        3:9: the initial value of a static object must be constant
    "#]],
    );
}

/// `sizeof`, `_Alignof` and offsets, as constants.
#[test]
fn layouts() {
    let source = "\
struct a { char c; long long l; char d; };
struct b { int x : 3; char c; long long y : 40; };
struct __attribute__((packed)) c { char c; double d; };
struct d { int n; double tail[]; };
union e { char c[5]; int i; };
int sizes[] = { sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(union e),
    __builtin_offsetof(struct a, d), sizeof(long), sizeof(long double), sizeof(enum { A, B }) };
";
    for (target, expected) in [
        (Target::Lp64, [24, 8, 9, 8, 8, 16, 8, 16, 4]),
        (Target::Ilp32, [16, 8, 9, 4, 8, 12, 4, 12, 4]),
    ] {
        let options = Options { target, ..Options::default() };
        let program = compiled(source, &options).expect("the layouts should compile");
        let sizes = program.find_global("sizes").expect("the array should be there");
        let mut bytes = [0u8; 36];
        for part in &program.global(sizes).init {
            if let whydunit_program::InitValue::Bytes(value) = &part.value {
                let at = part.offset as usize;
                bytes[at..at + value.len()].copy_from_slice(value);
            }
        }
        let values: Vec<i32> =
            bytes.chunks(4).map(|c| i32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
        assert_eq!(values, expected, "{target:?}");
    }
}
