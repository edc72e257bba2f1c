//! Values that were never given, in random programs: alarms where Memcheck has them, and chains that are right.
//!
//! The programs copy, compute with, mask, pass and return what may have no value, bit-fields and records among it. The first alarm must stand in the line in which Memcheck (`valgrind`) has its
//! first; what both call clean must print the same. More programs:
//!
//! ```text
//! WHYDUNIT_UNSET_COUNT=500 WHYDUNIT_UNSET_SEED=1000 cargo test -p whydunit-cli --test tests unset:: -- --nocapture
//! ```

use crate::common;
use crate::generator;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use common::{c_compiler, parallel, whydunit};
use generator::rng::Rng;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} should be a number")),
        Err(_) => default,
    }
}

const HEAD: &str = "\
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct s { unsigned a; unsigned char c; unsigned short h; unsigned f:3, g:5, k:11; unsigned long l; };
static unsigned same(unsigned v) { return v; }
static unsigned mixed(unsigned v, unsigned w) { unsigned t = v ^ w; return t; }
static struct s copied(struct s v) { struct s t; t = v; return t; }
static void put(unsigned *p, unsigned v) { *p = v; }
int main(void)
{
    struct s p, q;
    unsigned a[6], b[6], *m = malloc(6 * sizeof *m);
";

const WORDS: [&str; 10] = ["u0", "u1", "u2", "p.a", "q.a", "a[0]", "a[2]", "b[1]", "m[1]", "m[4]"];
const OTHERS: [&str; 14] =
    ["c0", "c1", "l0", "l1", "p.c", "q.c", "p.h", "q.h", "p.f", "q.f", "p.g", "q.g", "p.k", "q.l"];

fn read(rng: &mut Rng) -> String {
    if rng.percent(20) {
        return format!("{}u", rng.pick(&[0, 1, 7, 8, 15, 255, 65535]));
    }
    let words = if rng.percent(55) { &WORDS[..] } else { &OTHERS[..] };
    (*rng.pick(words)).to_owned()
}

fn expr(rng: &mut Rng, depth: u32) -> String {
    let choice = rng.below(100);
    if depth > 1 || choice < 30 {
        return read(rng);
    }
    let inner = expr(rng, depth + 1);
    match choice {
        30..72 => {
            let op = *rng.pick(&["&", "|", "^", "+", "-", "&", "|"]);
            format!("({inner} {op} {})", expr(rng, depth + 1))
        }
        72..82 => {
            let op = *rng.pick(&["<<", ">>"]);
            format!("((unsigned){inner} {op} {})", rng.below(32))
        }
        82..88 => format!("(~(unsigned){inner})"),
        88..94 => {
            let types = ["unsigned char", "unsigned short", "unsigned long", "signed char"];
            format!("(({}){inner})", rng.pick(&types))
        }
        _ => format!("same({inner})"),
    }
}

fn statement(rng: &mut Rng) -> String {
    let value = expr(rng, 0);
    match rng.below(100) {
        0..45 => {
            let places = if rng.percent(60) { &WORDS[..] } else { &OTHERS[..] };
            format!("{} = {value};", rng.pick(places))
        }
        45..50 => "q = p;".to_owned(),
        50..54 => "p = copied(q);".to_owned(),
        54..60 => format!("memcpy(b, a, {});", rng.pick(&[24, 8, 13])),
        60..64 => "memmove(a + 1, a, 12);".to_owned(),
        64..68 => format!("put(&{}, {value});", rng.pick(&["a[2]", "u0", "m[1]"])),
        68..71 => {
            let place = *rng.pick(&["u1", "a[3]", "p", "q"]);
            format!("memset(&{place}, {}, sizeof {place});", rng.below(2))
        }
        71..74 => "m = realloc(m, 6 * sizeof *m);".to_owned(),
        74..79 => {
            let place = *rng.pick(&WORDS);
            format!("{place} = mixed({value}, {});", read(rng))
        }
        79..93 => {
            let mask = *rng.pick(&["1u", "7u", "0xffu", "0xf0u", "~0u"]);
            let op = *rng.pick(&["==", "!="]);
            let number = rng.below(9);
            format!("if (({value} & {mask}) {op} {number}u) puts(\"b\");")
        }
        93..97 => format!("printf(\"%u\\n\", (unsigned){value});"),
        _ => format!("puts(a[{value} & 3u] ? \"x\" : \"y\");"),
    }
}

fn program(seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let mut text = HEAD.to_owned();
    let variables = [("unsigned", "u0"), ("unsigned", "u1"), ("unsigned", "u2")];
    let narrow = [("unsigned char", "c0"), ("unsigned char", "c1")];
    let wide = [("unsigned long", "l0"), ("unsigned long", "l1")];
    for (ty, name) in variables.into_iter().chain(narrow).chain(wide) {
        let start = if rng.percent(50) { format!(" = {}", rng.below(200)) } else { String::new() };
        writeln!(text, "    {ty} {name}{start};").expect("a text takes everything");
    }
    for place in ["a[0]", "a[1]", "a[2]", "a[3]", "m[1]", "m[4]"].iter().chain(&OTHERS[4..]) {
        if rng.percent(50) {
            writeln!(text, "    {place} = {};", rng.below(8)).expect("a text takes everything");
        }
    }
    for _ in 0..10 + rng.below(12) {
        writeln!(text, "    {}", statement(rng)).expect("a text takes everything");
    }
    text + &format!("    return {} & 1u;\n}}\n", expr(rng, 1))
}

/// The line of the first alarm, and what was printed.
type Seen = (Option<usize>, String);

/// The number behind the first place in a file that a text names.
fn line_in(text: &str, before: &str) -> Option<usize> {
    let (_, rest) = text.split_once(before)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
}

fn by_memcheck(compiler: &str, source: &Path, last: usize) -> Result<Seen, String> {
    let binary = source.with_extension("exe");
    let built = Command::new(compiler)
        .args(["-g", "-O0", "-w", "-fno-builtin", "-o"])
        .args([&binary, source])
        .output();
    if !built.is_ok_and(|built| built.status.success()) {
        return Err("the C compiler does not take it".into());
    }
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--expensive-definedness-checks=yes", "-q"]).arg(&binary);
    let output = valgrind.output().map_err(|why| why.to_string())?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let name = source.file_name().expect("a file should have a name").to_string_lossy();
    let first = told.split("== \n").find(|block| block.contains("uninitialised"));
    let line = first.map(|block| {
        // The exit code has no line of the program.
        line_in(block, &format!(" main ({name}:")).unwrap_or(last)
    });
    Ok((line, String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn by_us(source: &Path) -> Result<Seen, String> {
    let mut command = whydunit();
    command.args(["run", "--timeout", "30"]).arg(source);
    let output = command.output().map_err(|why| why.to_string())?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = match told.contains("error:") {
        true if told.contains(" uninit") => line_in(&told, ".c:"),
        true => return Err(told),
        false => None,
    };
    Ok((line, String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn seeds(default: u64) -> Vec<u64> {
    let first = setting("WHYDUNIT_UNSET_SEED", 1);
    (first..first + setting("WHYDUNIT_UNSET_COUNT", default)).collect()
}

#[test]
fn alarms_are_those_of_memcheck() {
    let has_valgrind = Command::new("valgrind").arg("--version").output().is_ok();
    let Some(compiler) = c_compiler(&[]).filter(|_| has_valgrind) else {
        whydunit_testing::missing("no C compiler, or no valgrind, to compare with");
        return;
    };
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let seeds = seeds(12);
    let results = parallel(&seeds, |&seed| {
        let text = program(seed);
        let source = scratch.path().join(format!("unset_{seed}.c"));
        fs::write(&source, &text).expect("the scratch directory should be writable");
        let both = by_memcheck(&compiler, &source, text.lines().count() - 1)
            .and_then(|theirs| Ok((theirs, by_us(&source)?)));
        let ((line, printed), (ours, own)) = match both {
            Ok(both) => both,
            Err(why) => return Some(format!("seed {seed}: {why}\n{text}")),
        };
        let is_same = line == ours && (line.is_some() || printed == own);
        (!is_same).then(|| format!("seed {seed}: Memcheck {line:?}, ours {ours:?}\n{text}"))
    });
    let failures: Vec<String> = results.into_iter().flatten().collect();
    common::finish("programs with unset values", seeds.len(), &failures);
}

#[test]
fn chains_over_copies_are_verified() {
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let seeds = seeds(6);
    let results = parallel(&seeds, |&seed| {
        let text = program(seed);
        let source = scratch.path().join(format!("chain_{seed}.c"));
        fs::write(&source, &text).expect("the scratch directory should be writable");
        let mut command = whydunit();
        command.args(["explain", "--verify", "--causes", "0", "--timeout", "30"]).arg(&source);
        let output = command.output().expect("the command should start");
        let told = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        let is_wrong = ["found wrong", "encoding gap", "panicked", "internal error"]
            .iter()
            .any(|word| told.contains(word));
        is_wrong.then(|| format!("seed {seed}\n{told}\n{text}"))
    });
    let failures: Vec<String> = results.into_iter().flatten().collect();
    common::finish("chains over unset values", seeds.len(), &failures);
}
