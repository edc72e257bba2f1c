//! Comments at the head of a program that say how to run it.
//!
//! `// input: n=3; a=[1, 2]`, `// args: a b`, `// stdin: text\n` (with the escapes of C) describe runs, `// passing input: …` and so
//! on describe one that passes although the program can fail. `// find: …` is read by the suite.

/// One run.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) inputs: Vec<String>,
    pub(crate) args: Vec<Vec<u8>>,
    pub(crate) stdin: Vec<u8>,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Directives {
    /// Words after `// find:`.
    pub(crate) find: Vec<String>,
    /// All lines of a kind in the order of the file.
    pub(crate) runs: Vec<Run>,
    pub(crate) passing: Vec<Run>,
    /// `// whydunit:` and `// files:`, as words.
    pub(crate) options: Vec<String>,
    pub(crate) files: Vec<String>,
    pub(crate) cflags: Vec<String>,
}

impl Directives {
    pub(crate) fn read(text: &str) -> Directives {
        let mut found = Directives::default();
        for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
            let Some((key, value)) = line.split_once(':') else { continue };
            let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let value_text = value.trim();
            let (is_passing, key) = match key.strip_prefix("passing ") {
                Some(key) => (true, key),
                None => (false, key),
            };
            let run = match key {
                "input" => Run {
                    inputs: value_text.split(';').map(|part| part.trim().to_owned()).collect(),
                    ..Run::default()
                },
                "args" => Run {
                    args: words().into_iter().map(|word| unescaped(&word)).collect(),
                    ..Run::default()
                },
                "stdin" => Run { stdin: unescaped(value_text), ..Run::default() },
                "find" => {
                    found.find = words();
                    continue;
                }
                "whydunit" => {
                    found.options = words();
                    continue;
                }
                "files" => {
                    found.files = words();
                    continue;
                }
                "cflags" => {
                    found.cflags = words();
                    continue;
                }
                _ => continue,
            };
            if is_passing { found.passing.push(run) } else { found.runs.push(run) }
        }
        found
    }

    /// The value of `name=value` after `// find:`.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.find.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// All lines that describe the run of the program taken together.
    pub(crate) fn whole_run(&self) -> Run {
        together(&self.runs)
    }

    pub(crate) fn passing_run(&self) -> Option<Run> {
        (!self.passing.is_empty()).then(|| together(&self.passing))
    }
}

fn together(runs: &[Run]) -> Run {
    let mut whole = Run::default();
    for run in runs {
        whole.inputs.extend(run.inputs.iter().cloned());
        whole.args.extend(run.args.iter().cloned());
        whole.stdin.extend(&run.stdin);
    }
    whole
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match (byte, byte == b'\\') {
            (_, true) => match bytes.next() {
                Some(b'n') => out.push(b'\n'),
                Some(b't') => out.push(b'\t'),
                Some(b'0') => out.push(0),
                Some(b's') => out.push(b' '),
                Some(other) => out.push(other),
                None => {}
            },
            (byte, false) => out.push(byte),
        }
    }
    out
}
