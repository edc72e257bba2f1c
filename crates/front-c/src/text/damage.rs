//! Damaged programs: nothing may panic, whatever the text.

use whydunit_source::SourceMap;

use super::align::{AlignFile, align};
use super::original::Original;
use super::{emit, lexer, normalise, prepare_internal, tokens};
use crate::acsl::{parse_annotation, parse_predicate};

/// A small generator of pseudo-random numbers (xorshift), so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

const PIECES: [&str; 64] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    "=",
    "*",
    "&",
    "&&",
    "...",
    "..",
    "int",
    "struct",
    "typedef",
    "enum",
    "static",
    "const",
    "__attribute__((packed))",
    "__attribute__((",
    "[[",
    "]]",
    "asm",
    "__asm__(\"x\")",
    "goto *",
    "case",
    "default",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "sizeof",
    "_Alignof(",
    "__typeof__(",
    "__auto_type",
    "_Generic(",
    "__builtin_offsetof(",
    "__builtin_types_compatible_p(",
    "_Static_assert(",
    "\"",
    "'",
    "\\",
    "\\u00e9",
    "$",
    "é",
    "/*@",
    "*/",
    "//@ assert x;\n",
    "\n",
    "# 3 \"t.c\"\n",
    "\n#define F(x) x\n",
    "\n#pragma pack(1)\n",
    "F(",
    "T",
    "\\forall integer i;",
    "\\valid(",
    "==>",
    "0x1.8p3",
];

fn damage(text: &str, random: &mut Random) -> String {
    let mut out = text.to_owned();
    for _ in 0..=random.next(6) {
        let boundary = |out: &String, random: &mut Random| {
            let mut at = random.next(out.len() + 1);
            while !out.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (a, b) = (boundary(&out, random), boundary(&out, random));
        let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 40));
        let to = (from..=to).rev().find(|&at| out.is_char_boundary(at)).unwrap_or(from);
        match random.next(4) {
            0 => out.replace_range(from..to, ""),
            1 => out.insert_str(from, PIECES[random.next(PIECES.len())]),
            2 => {
                let piece = out[from..to].to_owned();
                out.insert_str(from, &piece);
            }
            _ => out.replace_range(from..to, PIECES[random.next(PIECES.len())]),
        }
    }
    out
}

const PROGRAM: &str = r#"typedef struct node { struct node *next; int v : 3; union { int a; char b[4]; }; } T;
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int f(T *T, int n), x = MAX(1, 2);
/*@ requires n > 0 && \valid(a + (0 .. n-1));
  @ ensures \forall integer i; 0 <= i < n ==> \old(a[i]) == a[i]; */
g(a, n) int *a; { for (int i = 0; i < n; i++) { a[i] = MAX(a[i], -3) ?: n; l: } return sizeof(T); }
enum e { A = 1, B } __attribute__((packed)); int (*fp[3])(int, char *(*)(void)) = { 0, [2] = 0 };
int main(void) { switch (x) { case 1 ... 3: { T t = { .v = 1 }; } default: ; } //@ assert x == 0;
  do x--; while (x > 0 && f((T *)0, 3)); if (x) asm("nop"); else return ({ int y = 'a'; y; }); }
"#;

fn run(preprocessed: &str, original: &str, annotation: &str) {
    let mut sources = SourceMap::new();
    let id = sources.add("t.c", original);
    if let Ok(lexed) = lexer::lex(preprocessed) {
        let files: Vec<AlignFile<'_>> = lexed
            .files
            .iter()
            .map(|_| AlignFile { id, original: Some(Original::scan(original)) })
            .collect();
        let spans = align(&lexed, &files, &sources);
        assert_eq!(spans.len(), lexed.tokens.len());
        if let Ok(normalised) = normalise::normalise(
            tokens(&lexed, &spans, &[]),
            normalise::Dialect::default(),
            &sources,
        ) {
            let prepared = emit::emit(normalised);
            let span = prepared.span(0, prepared.text.len());
            assert!(span.end as usize <= original.len());
        }
    }
    prepare_internal(&mut sources, "<unit>", preprocessed);
    let base = whydunit_source::Span::new(id, 0, annotation.len() as u32);
    let _ = parse_annotation(annotation, base);
    let _ = parse_predicate(annotation);
}

#[test]
fn damaged_text_does_no_harm() {
    let annotation = r"requires a: 0 <= n < 10 && \valid(p + (0 .. n-1)); behavior b: assumes (int)x == *p; ensures \forall integer i, j; 0 <= i < j < n ==> a[i] <= \old(a[j]->k.l) ? \true : f(1, 'c'); loop invariant \exists char c; c == sizeof(T *); assigns \nothing;";
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..400 {
        let preprocessed = damage(PROGRAM, &mut random);
        let original = damage(PROGRAM, &mut random);
        run(&preprocessed, &original, &damage(annotation, &mut random));
    }
}
