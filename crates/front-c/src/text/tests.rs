//! A program in; normalised text, or the places of its tokens, out.

use whydunit_source::{SourceMap, Span};

use super::{Prepared, prepare_file, prepare_internal};
use crate::{Diagnostic, InputFile, Options};

/// The normalised text of a program without directives, on one line.
fn normalised(text: &str) -> String {
    let mut sources = SourceMap::new();
    let prepared = prepare_internal(&mut sources, "<test>", text);
    prepared.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_normalised(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(normalised(text), *expected, "{text}");
        accept(&normalised(text), text);
    }
}

/// The parser takes what was normalised.
#[track_caller]
fn accept(text: &str, original: &str) {
    let config = lang_c::driver::Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: lang_c::driver::Flavor::GnuC11,
    };
    if let Err(error) = lang_c::driver::parse_preprocessed(&config, text.to_owned()) {
        panic!("{original}: the parser stops at `{}`", &text[error.offset..]);
    }
}

fn prepare(name: &str, text: &[u8]) -> (SourceMap, Result<Prepared, Diagnostic>) {
    prepare_with(&[(name, text)], &Options::default())
}

/// Prepares the first of `files`; the others stand beside it.
fn prepare_with(
    files: &[(&str, &[u8])],
    options: &Options,
) -> (SourceMap, Result<Prepared, Diagnostic>) {
    let dir = tempfile::tempdir().expect("a temporary directory should be available");
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).expect("a temporary file should be writable");
    }
    let mut sources = SourceMap::new();
    let prepared =
        prepare_file(&mut sources, &InputFile::new(dir.path().join(files[0].0)), options);
    (sources, prepared)
}

/// Tokens that came from the user's files, each with `line:column` and the source it maps to if that
/// differs from the token.
fn places(sources: &SourceMap, prepared: &Prepared) -> String {
    let mut out = Vec::new();
    let mut offset = 0;
    while let Some((token, span)) = prepared.token_at(offset) {
        offset = token.as_ptr() as usize - prepared.text.as_ptr() as usize + token.len();
        let file = sources.file(span.file);
        if !file.is_user() {
            continue;
        }
        let position = sources.line_column(span);
        let source = sources.text(span);
        let shown = if source == token { String::new() } else { format!("<{source}>") };
        out.push(format!("{token}@{}:{}{shown}", position.line, position.column));
    }
    out.join(" ")
}

#[track_caller]
fn check_places(text: &str, expected: &str) {
    let (sources, prepared) = prepare("t.c", text.as_bytes());
    let prepared = prepared.unwrap_or_else(|error| panic!("{text}: {error}"));
    let expected = expected.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(places(&sources, &prepared).replace('\n', " "), expected, "{text}");
}

#[test]
fn old_style_declarations() {
    check_normalised(&[
        ("main() { return 0; }", "int main ( ) { return 0 ; }"),
        ("f(a, b) char *b; { return a; }", "int f ( a , b ) char * b ; int a ; { return a ; }"),
        ("static x; extern y, z[3]; *p;", "static int x ; extern int y , z [ 3 ] ; int * p ;"),
        (
            "f(void) { register i; const n = 3; auto k = 1; }",
            "int f ( void ) { register int i ; const int n = 3 ; auto int k = 1 ; }",
        ),
        ("void f(const x, register y);", "void f ( const int x , register int y ) ;"),
        (
            "typedef unsigned u; u f(u (*)(u), u); u g() { for (register i = 0; i; ) ; }",
            "typedef unsigned u ; u f ( u ( * ) ( u ) , u ) ; u g ( ) { for ( register int i = 0 ; i ; ) ; }",
        ),
    ]);
}

#[test]
fn attributes_and_assembler() {
    check_normalised(&[
        (
            "struct __attribute__((__packed__)) s { int a; } x;",
            "struct s { int a ; } __attribute__((packed)) x ;",
        ),
        (
            "int x __attribute__((aligned(8), unused)) = 3;",
            "int x __attribute__((aligned( 8 ))) = 3 ;",
        ),
        ("void f(int) __asm__(\"g\") __attribute__((nothrow));", "void f ( int ) ;"),
        ("__extension__ typedef long long ll; __asm__(\"nop\");", "typedef long long ll ;"),
        (
            "void f(int x) { switch (x) { case 1: x++; __attribute__((fallthrough)); default: ; } }",
            "void f ( int x ) { switch ( x ) { case 1 : x ++ ; ; default : ; } }",
        ),
        (
            "void f(void) { if (1) asm volatile(\"nop\" : : \"r\"(1)); }",
            "void f ( void ) { if ( 1 ) __whydunit_unsupported ( \"inline assembler\" ) ; }",
        ),
        (
            "enum __attribute__((packed)) e { A __attribute__((unused)), B } v;",
            "enum e { A , B } __attribute__((packed)) v ;",
        ),
        (
            "[[nodiscard]] int f(void) { [[maybe_unused]] int x; return 0; }",
            "int f ( void ) { int x ; return 0 ; }",
        ),
        (
            "int a[2]; int f(int i) { return a[a[i]]; }",
            "int a [ 2 ] ; int f ( int i ) { return a [ a [ i ] ] ; }",
        ),
        ("int (__attribute__((stdcall)) *p)(void);", "int ( * p ) ( void ) ;"),
    ]);
}

#[test]
fn pack_pragmas_become_attributes() {
    check_normalised(&[(
        "#pragma pack(push, 1)\nstruct a { int x; };\n#pragma pack(2)\nstruct b { int x; };\n#pragma pack(pop)\nstruct c { int x; };",
        "struct a { int x ; } __attribute__((__whydunit_pack__(1))) ; struct b { int x ; } __attribute__((__whydunit_pack__(2))) ; struct c { int x ; } ;",
    )]);
}

#[test]
fn statements() {
    check_normalised(&[
        (
            "void f(int x) { switch (x) { case 1: } l: }",
            "void f ( int x ) { switch ( x ) { case 1 : ; } l : ; }",
        ),
        (
            "void f(int x) { l: int y = 1; case_: x = y ? x : y; }",
            "void f ( int x ) { l : ; int y = 1 ; case_ : x = y ? x : y ; }",
        ),
        (
            "typedef int T; void f(void) { T: ; l: T x; }",
            "typedef int T ; void f ( void ) { T : ; l : ; T x ; }",
        ),
        (
            "void f(void *p) { __label__ a; static void *t[] = { &&a }; goto *p; a: ; }",
            "void f ( void * p ) { ; static void * t [ ] = { ( ( void * ) 0 ) } ; __whydunit_unsupported ( \"computed goto\" ) ; a : ; }",
        ),
        (";;int x;; ;", "int x ;"),
        (
            "void f(int x) { if (x) ; else if (!x) x = 1; else { } do x--; while (x); }",
            "void f ( int x ) { if ( x ) ; else if ( ! x ) x = 1 ; else { } do x -- ; while ( x ) ; }",
        ),
        (
            "void f(int x) { switch (x) { case 1 ... 3: x ? 1 : 2; } }",
            "void f ( int x ) { switch ( x ) { case 1 ... 3 : x ? 1 : 2 ; } }",
        ),
    ]);
}

#[test]
fn expressions() {
    check_normalised(&[
        (
            "int f(int a) { return a ?: 3; }",
            "int f ( int a ) { return a ? __whydunit_same ( ) : 3 ; }",
        ),
        (
            "int f(int a) { return a ? a ? 1 : 2 : a ? : 4; }",
            "int f ( int a ) { return a ? a ? 1 : 2 : a ? __whydunit_same ( ) : 4 ; }",
        ),
        (
            "struct s { int a; }; void f(struct s); void g(void) { f((struct s){}); }",
            "struct s { int a ; } ; void f ( struct s ) ; void g ( void ) { f ( ( struct s ) { 0 } ) ; }",
        ),
        (
            "typedef int T; int x = __builtin_types_compatible_p(T *, char);",
            "typedef int T ; int x = __builtin_types_compatible_p ( ( __typeof ( __attribute__(()) T * ) * ) 0 , ( __typeof ( char ) * ) 0 ) ;",
        ),
        (
            "typedef int T; typeof(T *) p; __typeof__(1 + 2) y;",
            "typedef int T ; __typeof ( __attribute__(()) T * ) p ; __typeof ( 1 + 2 ) y ;",
        ),
        (
            "int x; int y = __alignof__(x) + _Alignof(int) + _Alignof x;",
            "int x ; int y = _Alignof ( __typeof ( x ) ) + _Alignof ( int ) + _Alignof ( __typeof ( x ) ) ;",
        ),
        (
            "void f(int *p) { __auto_type q = *p + 1; }",
            "void f ( int * p ) { __typeof ( ( 0 , ( * p + 1 ) ) ) q = * p + 1 ; }",
        ),
        ("int x = ({ int y = 3; y; });", "int x = ( { int y = 3 ; y ; } ) ;"),
        (
            "int x = _Generic(1, int: 2, default: 3);",
            "int x = _Generic ( 1 , int : 2 , default : 3 ) ;",
        ),
        (
            "char *s = \"\\e[0m\" R\"(a\\)\"; int c = u8'x';",
            "char * s = \"\\033[0m\" \"a\\\\\" ; int c = 'x' ;",
        ),
        (
            "unsigned __int128 x; __uint128_t y;",
            "unsigned _Decimal128x x ; unsigned _Decimal128x y ;",
        ),
        (
            "_Static_assert(1); struct s { int a; _Static_assert(1, \"x\"); int b };",
            "_Static_assert ( 1 , \"\" ) ; struct s { int a ; _Static_assert ( 1 , \"x\" ) ; int b ; } ;",
        ),
        ("int a<:2:> = <% 1 %>;", "int a [ 2 ] = { 1 } ;"),
        (
            "__thread int t; int f(int * __restrict p, const char *__const q);",
            "_Thread_local int t ; int f ( int * restrict p , const char * const q ) ;",
        ),
        ("int a$b;", "int __whydunit_name_a_x24_b ;"),
        (
            "struct s { _Alignas(16) char x, y; _Alignas(int) char z; };",
            "struct s { __attribute__((aligned(16))) char x , y ; __attribute__((aligned(_Alignof(int)))) char z ; } ;",
        ),
        ("void f(...);", "void f ( ) ;"),
    ]);
}

#[test]
fn parameters_that_hide_types_get_names_of_their_own() {
    check_normalised(&[(
        "typedef struct l { struct l *l; } l; int f(l *l) { l->l = 0; return sizeof(l); } l g;",
        "typedef struct l { struct l * l ; } l ; int f ( l * __whydunit_name_l ) { __whydunit_name_l -> l = 0 ; return sizeof ( __whydunit_name_l ) ; } l g ;",
    )]);
}

#[test]
fn tokens_map_to_where_they_are_written() {
    check_places(
        "int x = 1; /* c */ int\ny;",
        "int@1:1 x@1:5 =@1:7 1@1:9 ;@1:10 int@1:20 y@2:1 ;@2:2",
    );
    check_places(
        "#define TWO 2\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint x = TWO + 2, y = MAX(x, -3) ;",
        "int@3:1 x@3:5 =@3:7 2@3:9<TWO> +@3:13 2@3:15 ,@3:16 y@3:18 =@3:20
         (@3:22<MAX(x, -3)> (@3:22<MAX(x, -3)> x@3:26 )@3:22<MAX(x, -3)> >@3:22<MAX(x, -3)>
         (@3:22<MAX(x, -3)> -@3:29 3@3:30 )@3:22<MAX(x, -3)> ?@3:22<MAX(x, -3)>
         (@3:22<MAX(x, -3)> x@3:26 )@3:22<MAX(x, -3)> :@3:22<MAX(x, -3)>
         (@3:22<MAX(x, -3)> -@3:29 3@3:30 )@3:22<MAX(x, -3)> )@3:22<MAX(x, -3)> ;@3:33",
    );
    check_places(
        "#define E\n#define F(x) x\nE int F(a) = F(\n 1\n) + 2; int \\\n b;\n#if 0\nint don't;\n#endif\nE E int c;",
        "int@3:3 a@3:9 =@3:12 1@4:2 +@5:3 2@5:5 ;@5:6 int@5:8 b@6:2 ;@6:3 int@10:5 c@10:9 ;@10:10",
    );
    check_places(
        "#include <assert.h>\nvoid f(int *p) { assert(p); }",
        "void@2:1 f@2:6 (@2:7 int@2:8 *@2:12 p@2:13 )@2:14 {@2:16
         __whydunit_assert@2:18<assert(p)> (@2:18<assert(p)> (@2:18<assert(p)> p@2:25
         )@2:18<assert(p)> !=@2:18<assert(p)> 0@2:18<assert(p)> ,@2:18<assert(p)>
         \"p\"@2:18<assert(p)> )@2:18<assert(p)> ;@2:27 }@2:29",
    );
    check_places(
        "#define A(x) x\n#define B A\nint x = B(3) + __LINE__;",
        "int@3:1 x@3:5 =@3:7 3@3:11 +@3:14 3@3:16<__LINE__> ;@3:24",
    );
    check_places(
        "char *s = \"a\\\nb\";\r\nint y;",
        "char@1:1 *@1:6 s@1:7 =@1:9 \"ab\"@1:11<\"a\\ b\"> ;@2:3 int@3:1 y@3:5 ;@3:6",
    );
}

#[test]
fn spans_cover_ranges() {
    let (sources, prepared) = prepare("t.c", b"int x = 1 +\n  22;\n");
    let prepared = prepared.unwrap();
    let start = prepared.text.find('1').unwrap();
    let end = prepared.text.find(';').unwrap();
    assert_eq!(sources.text(prepared.span(start, end)), "1 +\n  22");
    assert_eq!(sources.text(prepared.span(start, start)), "1");
    assert_eq!(sources.text(prepared.span(prepared.text.len() + 9, prepared.text.len() + 10)), "");
    let behind = prepared.end_of_previous(end).unwrap();
    assert_eq!(sources.describe(behind).rsplit_once("t.c").unwrap().1, ":2:5");
}

#[test]
fn headers_of_the_user_are_files_of_the_map() {
    let files: [(&str, &[u8]); 2] = [
        ("t.c", b"#include \"h.h\"\nint x = N;\n"),
        ("h.h", b"#define N 4\n//@ requires y;\nextern int y;\n"),
    ];
    let (sources, prepared) = prepare_with(&files, &Options::default());
    let prepared = prepared.unwrap();
    assert_eq!(
        places(&sources, &prepared),
        "extern@3:1 int@3:8 y@3:12 ;@3:13 int@2:1 x@2:5 =@2:7 4@2:9<N> ;@2:10"
    );
    assert_eq!(prepared.annotations.len(), 1, "a contract in a header is found");
    assert_eq!(sources.text(prepared.annotations[0].span), " requires y;");
}

#[test]
fn line_directives_name_files_that_need_not_exist() {
    let (sources, prepared) = prepare("t.c", b"int a;\n#line 7 \"gone.y\"\nint  b = 1;\n");
    let prepared = prepared.unwrap();
    assert_eq!(places(&sources, &prepared), "int@1:1 a@1:5 ;@1:6 int@7:1 b@7:5 =@7:7 1@7:9 ;@7:10");
    let b = prepared.text.find('b').unwrap();
    assert_eq!(sources.describe(prepared.span(b, b + 1)), "gone.y:7:5");
}

#[test]
fn bytes_of_other_encodings_stay_bytes() {
    let (sources, prepared) =
        prepare("t.c", b"// caf\xe9\nchar *s = \"\xe9\", *t = \"\xc3\xa9\"; int y;\n");
    let prepared = prepared.unwrap();
    assert!(prepared.text.contains(r#""\351""#), "{}", prepared.text);
    assert!(prepared.text.contains("\"é\""), "{}", prepared.text);
    let y = prepared.text.find('y').unwrap();
    assert!(sources.describe(prepared.span(y, y + 1)).ends_with("t.c:2:30"));
}

#[test]
fn annotations_become_statements_inside_functions() {
    let text = "/*@ requires x > 0;\n  @ ensures \\result > 1;\n  @*/\nint f(int x) {\n  //@ assert x;\n  if (x)\n    /*@ assert x > 1; */ x++;\n  else\n    x--;\n  f(/*@ no */ x);\n  while (x) //@ assert 2;\n    { x--; }\n  //@ assert last;\n}\n//@ ensures 1;\nint g(void);\n";
    let (sources, prepared) = prepare("t.c", text.as_bytes());
    let prepared = prepared.unwrap();
    let one_line = prepared.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        one_line,
        "int f ( int x ) { __whydunit_annotation ( 1 ) ; if ( x ) { __whydunit_annotation ( 2 ) ; x ++ ; } else x -- ; f ( x ) ; while ( x ) { __whydunit_annotation ( 3 ) ; { x -- ; } } __whydunit_annotation ( 4 ) ; } int g ( void ) ;",
    );
    let found: Vec<_> = prepared
        .annotations
        .iter()
        .map(|annotation| {
            let at =
                prepared.text[annotation.text_offset..].split_whitespace().next().unwrap_or("");
            assert_eq!(annotation.text, sources.text(annotation.span));
            format!("{} {at} {}", annotation.in_function, annotation.text.trim())
        })
        .collect();
    assert_eq!(
        found,
        [
            "false int requires x > 0;\n  @ ensures \\result > 1;",
            "true __whydunit_annotation assert x;",
            "true __whydunit_annotation assert x > 1;",
            "true __whydunit_annotation assert 2;",
            "true __whydunit_annotation assert last;",
            "false int ensures 1;",
        ]
    );
}

#[test]
fn directives_behind_comments_count_in_annotated_files() {
    let files: [(&str, &[u8]); 2] = [
        ("t.c", b"/* a */ #define N 3\n/* b\n */ #include \"h.h\"\n//@ requires 1;\nint x = N;\n"),
        ("h.h", b"int h;\n"),
    ];
    let (sources, prepared) = prepare_with(&files, &Options::default());
    let prepared = prepared.unwrap();
    assert_eq!(
        places(&sources, &prepared),
        "int@1:1 h@1:5 ;@1:6 int@5:1 x@5:5 =@5:7 3@5:9<N> ;@5:10"
    );
    assert_eq!(prepared.annotations.len(), 1);
}

#[test]
fn byte_order_marks_and_letters_outside_ascii() {
    let (sources, prepared) = prepare("t.c", "\u{feff}int été = 1; int y;".as_bytes());
    let prepared = prepared.unwrap();
    let (token, span) = prepared.token_at(4).unwrap();
    assert_eq!(super::display_name(token), "été");
    assert_eq!(sources.text(span), "été");
    assert!(places(&sources, &prepared).ends_with("int@1:14 y@1:18 ;@1:19"));
}

/// Message and position, without the directory.
fn complaint(text: &[u8]) -> String {
    let (_, prepared) = prepare("t.c", text);
    let error = prepared.expect_err("the text should be refused");
    let place =
        error.place.map_or(String::new(), |place| format!("{}:{}: ", place.line, place.column));
    format!("{place}{}", error.message)
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    for (text, expected) in [
        ("int x;\n#include \"none.h\"\n", "2:10: cannot find the header `none.h`"),
        ("int x;\n\t#error no way\n", "2:3: #error no way"),
        ("int x = 3 @ 4;", "1:11: stray `@` in the program"),
        ("char *s = \"abc\n;", "1:11: this string has no closing quote"),
        ("int c = 'ab\n;", "1:9: this character constant has no closing quote"),
        ("int x;\nfoo_t y;", "2:1: unknown type name `foo_t`"),
        ("void f(bool b);", "1:8: unknown type name `bool`"),
        (
            "int f(void) { int g(void) { return 1; } }",
            "1:19: functions inside functions are not supported",
        ),
    ] {
        assert_eq!(complaint(text.as_bytes()), expected, "{text}");
    }
    assert_eq!(complaint(b"int x;\0"), "1:7: this is not a text file: it contains a NUL byte");
    assert!(complaint(b"/* never closed").contains("unterminated comment"));
    let deep = format!("int x = {}1{};", "(".repeat(300), ")".repeat(300));
    assert_eq!(complaint(deep.as_bytes()), "1:265: nesting too deep: more than 256 parentheses");
}

#[test]
fn files_that_are_not_there() {
    let mut sources = SourceMap::new();
    let error = |path: &str, sources: &mut SourceMap| {
        prepare_file(sources, &InputFile::new(path), &Options::default()).unwrap_err().message
    };
    assert_eq!(error("/nowhere/x.c", &mut sources), "no such file: `/nowhere/x.c`");
    assert_eq!(error("/", &mut sources), "`/` is a directory, not a C file");
    let options = Options { compiler: Some("no-such-cc -x".to_owned()), ..Options::default() };
    let (_, prepared) = prepare_with(&[("t.c", b"int x;")], &options);
    assert_eq!(prepared.unwrap_err().message, "no C compiler: `no-such-cc -x` was not found");
}

#[test]
fn all_headers_parse_together_for_both_data_models() {
    let all = "#define _GNU_SOURCE\n#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <float.h>\n#include <inttypes.h>\n#include <iso646.h>\n#include <limits.h>\n#include <locale.h>\n#include <malloc.h>\n#include <math.h>\n#include <memory.h>\n#include <setjmp.h>\n#include <signal.h>\n#include <stdalign.h>\n#include <stdarg.h>\n#include <stdbool.h>\n#include <stdckdint.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <stdnoreturn.h>\n#include <string.h>\n#include <strings.h>\n#include <sys/time.h>\n#include <sys/types.h>\n#include <time.h>\n#include <unistd.h>\n#include <wchar.h>\nint x;\n";
    for target in [whydunit_program::Target::Lp64, whydunit_program::Target::Ilp32] {
        let options = Options { target, ..Options::default() };
        let (sources, prepared) = prepare_with(&[("t.c", all.as_bytes())], &options);
        let prepared = prepared.unwrap();
        accept(&prepared.text, "headers");
        assert_eq!(places(&sources, &prepared), "int@31:1 x@31:5 ;@31:6");
        let user: Vec<_> = sources.files().filter(|(_, file)| file.is_user()).collect();
        assert_eq!(user.len(), 1, "our headers are not the user's");
    }
}

#[test]
fn internal_text_maps_to_itself() {
    let mut sources = SourceMap::new();
    let prepared = prepare_internal(&mut sources, "<unit>", "int f(x) { return x; }");
    let at = prepared.text.find("return").unwrap();
    let span = prepared.span(at, at + 6);
    assert_eq!(sources.text(span), "return");
    assert_eq!(span, Span::new(span.file, 11, 17));
    assert!(!sources.file(span.file).is_user());
}

#[test]
fn nesting_within_the_limits_fits_a_small_stack() {
    let nested = |open: &str, close: &str, count: usize| {
        format!("int f(int x) {{ {}x;{} }}", open.repeat(count), close.repeat(count))
    };
    for (open, close, count) in [("{", "}", 500), ("if (x) ", "", 1000)] {
        let text = nested(open, close, count);
        assert!(normalised(&text).len() > text.len() / 2);
    }
    let parens = format!("int x = {}1{};", "(1 + ".repeat(256), ")".repeat(256));
    assert!(normalised(&parens).contains("1 ) )"));
    let chain = format!("int f(int x) {{ return x{}; }}", " + x".repeat(20_000));
    assert!(normalised(&chain).contains("+ x ;"));
    let branches = format!("int f(int x) {{ {} x = 1; }}", "if (x) x--; else ".repeat(5_000));
    assert!(normalised(&branches).contains("else x = 1 ;"));
}
