//! Whose variables statements set: every write with the depth of the call that it belongs to, `-` for what is no local variable.

use whydunit_front_c::{Options, compile_preprocessed};
use whydunit_interp::{CompactLog, Config, RunSpec, prepare};
use whydunit_trace::{Writes, build, source_steps};

const SOURCE: &str = "
void *malloc(unsigned long);
int global;
void inner(int *out, int n) { static int calls; calls++; *out = n; global = n; int own = n; int *taken = &own; *taken = 7; }
int outer(int n) { int mine = 0; inner(&mine, n); return mine; }
int main(void) {
    int a = outer(3);
    int *block = malloc(8);
    block[1] = a;
    return 1 / (a - 3);
}
";

const EXPECTED: &[(&str, &str)] = &[
    ("int a = outer(3)", "n@1 = 3"),
    ("int mine = 0", "mine@1 = 0"),
    ("inner(&mine, n)", "out@2 = &mine, n@2 = 3"),
    ("calls++", "calls@- = 1"),
    ("*out = n", "mine@1 = 3"),
    ("global = n", "global@- = 3"),
    ("int own = n", "own@2 = 3"),
    ("int *taken = &own", "taken@2 = &own"),
    ("*taken = 7", "own@2 = 7"),
    ("return mine", "a@0 = 3"),
    ("int *block = malloc(8)", "block@0 = line 8's block"),
    ("block[1] = a", "block[1]@- = 3"),
];

#[test]
fn writes_know_whose_variables_they_set() {
    let program = compile_preprocessed("test.c", SOURCE, &Options::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .program;
    let main = program.find_function("main").expect("there should be a main function");
    let (spec, config) = (RunSpec::new(main), Config::default());
    let compiled = prepare(&program);
    let mut log = CompactLog::new();
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    let trace = build(&program, &compiled, &spec, &config, &result, &log)
        .unwrap_or_else(|error| panic!("{error:?}"));
    let mut writes = Writes::new(&program, &trace);
    let mut got = Vec::new();
    for step in source_steps(&program, &trace) {
        let set: Vec<String> = writes
            .of(&step)
            .into_iter()
            .map(|write| {
                let depth = write.depth.map_or("-".to_owned(), |depth| depth.to_string());
                format!("{}@{depth} = {}", write.name, write.value)
            })
            .collect();
        if !set.is_empty() {
            got.push((program.sources.text(step.span), set.join(", ")));
        }
    }
    let got: Vec<(&str, &str)> = got.iter().map(|(text, set)| (*text, set.as_str())).collect();
    assert_eq!(got, EXPECTED);
}
