//! Where the inputs of a generated program come from, and which inputs all of its claims are tried on.

use super::rng::Rng;

/// A type of integers, as C spells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Integer {
    pub(crate) name: &'static str,
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    /// Of the function that answers with one.
    pub(crate) nondet: &'static str,
}

const fn integer(name: &'static str, bits: u32, is_signed: bool, nondet: &'static str) -> Integer {
    Integer { name, bits, is_signed, nondet }
}

pub(crate) const INTEGERS: [Integer; 8] = [
    integer("signed char", 8, true, "char"),
    integer("unsigned char", 8, false, "uchar"),
    integer("short", 16, true, "short"),
    integer("unsigned short", 16, false, "ushort"),
    integer("int", 32, true, "int"),
    integer("unsigned", 32, false, "uint"),
    integer("long", 64, true, "long"),
    integer("unsigned long", 64, false, "ulong"),
];

const INT: Integer = INTEGERS[4];

impl Integer {
    fn least(self) -> i128 {
        if self.is_signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn most(self) -> i128 {
        if self.is_signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// What programs compare with, and the ends of the type.
    fn values(self) -> Vec<i128> {
        let near = (-9..=17).chain([
            -1000,
            -65,
            -64,
            -63,
            31,
            32,
            33,
            63,
            64,
            65,
            100,
            127,
            128,
            200,
            255,
            256,
            1023,
            65535,
            65536,
            214_748_364,
            214_748_365,
            4_294_967_296,
        ]);
        let (least, most) = (self.least(), self.most());
        let ends = [least, least + 1, most - 1, most];
        let mut values: Vec<i128> =
            near.chain(ends).filter(|value| (least..=most).contains(value)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// What a program receives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    Numbers(i128, i128),
    /// A text, and a number.
    Text(Vec<u8>, i128),
    Arguments(Vec<Vec<u8>>),
    Stdin(Vec<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Parameters `a` and `b` of the function.
    Parameters(Integer, Integer),
    /// Answers of the outside, in variables of these names.
    Nondet(Integer, Integer),
    /// A text `s` and a number `a`.
    Text,
    Arguments,
    /// Standard input, read in one of these ways.
    Stdin(Reading),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Two bytes, or the end.
    Bytes,
    /// A loop to the end of the line or of the input.
    Loop,
    Line,
    Numbers,
}

/// Texts that arguments and strings are made of.
const TEXTS: [&str; 9] = ["", "a", "b", "7", "ab", "-1", "abc", "aaaaaa", "zyxwvuts"];

impl Source {
    pub(crate) fn new(rng: &mut Rng) -> Source {
        let mut integer = || if rng.percent(40) { INT } else { *rng.pick(&INTEGERS) };
        let (a, b) = (integer(), integer());
        match rng.below(12) {
            0..=4 => Source::Parameters(a, b),
            5 => Source::Nondet(a, b),
            6 | 7 => Source::Text,
            8 | 9 => Source::Arguments,
            _ => Source::Stdin(*rng.pick(&[
                Reading::Bytes,
                Reading::Loop,
                Reading::Line,
                Reading::Numbers,
            ])),
        }
    }

    pub(crate) fn function(self) -> &'static str {
        match self {
            Source::Parameters(..) | Source::Text => "f",
            _ => "main",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Source::Parameters(..) => "parameters",
            Source::Nondet(..) => "nondet",
            Source::Text => "text",
            Source::Arguments => "arguments",
            Source::Stdin(_) => "standard input",
        }
    }

    /// Declarations in front of the function.
    pub(crate) fn declarations(self) -> String {
        let Source::Nondet(a, b) = self else { return String::new() };
        let one =
            |of: Integer| format!("extern {} __VERIFIER_nondet_{}(void);\n", of.name, of.nondet);
        if a == b { one(a) } else { one(a) + &one(b) }
    }

    /// The head of the function, and how it comes by its inputs.
    pub(crate) fn head(self) -> String {
        let reads = match self {
            Source::Parameters(a, b) => return format!("int f({} a, {} b) {{\n", a.name, b.name),
            Source::Text => return "int f(const char *s, int a) {\n    int n = (int)strlen(s);\n".to_owned(),
            Source::Arguments => return "int main(int argc, char **argv) {\n".to_owned(),
            Source::Nondet(a, b) => format!(
                "    {} a = __VERIFIER_nondet_{}();\n    {} b = __VERIFIER_nondet_{}();\n",
                a.name, a.nondet, b.name, b.nondet
            ),
            Source::Stdin(Reading::Bytes) => "    int c = getchar();\n    int d = getchar();\n".to_owned(),
            Source::Stdin(Reading::Loop) => "    char in[8] = {0};\n    int n = 0, c;\n\
                 \x20   while (n < 7 && (c = getchar()) != EOF && c != '\\n')\n        in[n++] = (char)c;\n"
                .to_owned(),
            Source::Stdin(Reading::Line) => {
                "    char in[8];\n    if (!fgets(in, sizeof in, stdin))\n        in[0] = 0;\n\
                 \x20   int n = (int)strlen(in);\n"
                    .to_owned()
            }
            Source::Stdin(Reading::Numbers) => {
                "    int c = 0, d = 0;\n    int n = scanf(\"%d %d\", &c, &d);\n".to_owned()
            }
        };
        format!("int main(void) {{\n{reads}")
    }

    /// An input, or what is seen of it without a failure.
    pub(crate) fn atom(self, rng: &mut Rng) -> String {
        let choices: &[&str] = match self {
            Source::Parameters(..) | Source::Nondet(..) => &["a", "b"],
            Source::Text => &["a", "n", "s[0]", "(s[0] ? s[1] : 3)", "(strcmp(s, \"ab\") == 0)"],
            Source::Arguments => &[
                "argc",
                "(argc > 1 ? argv[1][0] : 5)",
                "(argc > 2 ? (int)strlen(argv[2]) : 1)",
                "(argc > 1 && strcmp(argv[1], \"ab\") == 0)",
                "(argc > 1 ? (int)strlen(argv[argc - 1]) : 2)",
            ],
            Source::Stdin(Reading::Bytes | Reading::Numbers) => &["c", "d"],
            Source::Stdin(Reading::Loop | Reading::Line) => {
                &["n", "in[0]", "in[0]", "(in[0] ? in[1] : 3)", "(strcmp(in, \"ab\") == 0)"]
            }
        };
        rng.pick(choices).to_string()
    }

    /// A number of which nothing is known: any value of its type.
    pub(crate) fn wild(self, rng: &mut Rng) -> String {
        match self {
            Source::Parameters(..) | Source::Nondet(..) => rng.pick(&["a", "b"]).to_string(),
            Source::Text => "a".to_owned(),
            Source::Arguments => "argc".to_owned(),
            Source::Stdin(Reading::Bytes) => rng.pick(&["c", "d"]).to_string(),
            Source::Stdin(Reading::Numbers) => rng.pick(&["c", "n"]).to_string(),
            Source::Stdin(_) => rng.pick(&["in[0]", "n"]).to_string(),
        }
    }

    /// An access that depends on how long an input is.
    pub(crate) fn access(self, rng: &mut Rng) -> Option<String> {
        let at = rng.below(4);
        match self {
            Source::Text => Some(format!("s[@INDEX({at}, n + 1)]")),
            Source::Arguments => Some(format!("@ARGUMENT({})[0]", rng.between(1, 2))),
            Source::Stdin(Reading::Loop) => Some(format!("in[@INDEX(n + {}, 8)]", at / 2)),
            _ => None,
        }
    }

    /// A text that is at hand.
    pub(crate) fn text(self) -> Option<&'static str> {
        match self {
            Source::Text => Some("s"),
            Source::Arguments => Some("(argc > 1 ? argv[1] : \"none\")"),
            Source::Stdin(Reading::Loop | Reading::Line) => Some("in"),
            _ => None,
        }
    }

    /// Inputs that every claim is tried on.
    pub(crate) fn grid(self) -> Vec<Given> {
        match self {
            Source::Parameters(a, b) | Source::Nondet(a, b) => {
                let second = b.values();
                let pairs = |x: i128| second.iter().map(move |&y| Given::Numbers(x, y));
                a.values().into_iter().flat_map(pairs).collect()
            }
            Source::Text => {
                let numbers = INT.values();
                let texts = TEXTS.map(|text| text.as_bytes().to_vec()).into_iter().chain(words());
                texts
                    .flat_map(|text| {
                        numbers.iter().step_by(2).map(move |&a| Given::Text(text.clone(), a))
                    })
                    .collect()
            }
            Source::Arguments => {
                let texts = TEXTS.map(|text| text.as_bytes().to_vec());
                let mut all = vec![Vec::new()];
                for first in &texts {
                    all.push(vec![first.clone()]);
                    for second in &texts {
                        all.push(vec![first.clone(), second.clone()]);
                        all.push(vec![first.clone(), second.clone(), b"a".to_vec()]);
                        all.push(vec![second.clone(), b"ab".to_vec(), first.clone()]);
                    }
                }
                let more = words().map(|word| vec![word]);
                all.into_iter().chain(more).map(Given::Arguments).collect()
            }
            Source::Stdin(Reading::Numbers) => {
                let numbers =
                    [-2_147_483_648, -9, -1, 0, 1, 2, 3, 5, 7, 8, 15, 16, 64, 2_147_483_647];
                let mut all: Vec<Vec<u8>> = ["", "x", " ", "4", "-7 ", "3 x", "5\n"]
                    .map(|t| t.as_bytes().to_vec())
                    .to_vec();
                for first in numbers {
                    for second in numbers {
                        all.push(format!("{first} {second}").into_bytes());
                    }
                }
                all.into_iter().map(Given::Stdin).collect()
            }
            Source::Stdin(_) => {
                let long = ["abcdefg", "abcdefgh", "aaaaaaaaaaaa", "ab\ncd", "\n\n\n", "7 8\n"];
                let long = long.map(|text| text.as_bytes().to_vec()).into_iter();
                words().chain(long).map(Given::Stdin).collect()
            }
        }
    }
}

/// All texts of up to three of some bytes, one of them no character of any alphabet.
fn words() -> impl Iterator<Item = Vec<u8>> {
    let bytes = *b"ab\n7\xc8";
    let longer = move |words: Vec<Vec<u8>>| -> Vec<Vec<u8>> {
        words
            .iter()
            .flat_map(|word| bytes.map(|byte| [word.as_slice(), &[byte]].concat()))
            .collect()
    };
    let none = vec![Vec::new()];
    let one = longer(none.clone());
    let two = longer(one.clone());
    let three = longer(two.clone());
    none.into_iter().chain(one).chain(two).chain(three)
}

impl Given {
    /// How many there are and how long: what claims about values may take for granted. Where numbers are read, it is how many there are.
    pub(crate) fn shape(&self, source: Source) -> Vec<usize> {
        match self {
            Given::Stdin(bytes) if source == Source::Stdin(Reading::Numbers) => {
                let text = String::from_utf8_lossy(bytes);
                vec![text.split_whitespace().take_while(|word| word.parse::<i64>().is_ok()).count()]
            }
            Given::Numbers(..) => Vec::new(),
            Given::Text(text, _) => vec![text.len()],
            Given::Arguments(arguments) => arguments.iter().map(Vec::len).collect(),
            Given::Stdin(bytes) => vec![bytes.len()],
        }
    }

    /// As options of the command, its arguments, and its standard input.
    pub(crate) fn options(&self) -> (Vec<String>, Vec<Vec<u8>>, Vec<u8>) {
        match self {
            Given::Numbers(a, b) => {
                let options = [
                    "--input".to_owned(),
                    format!("a={a}"),
                    "--input".to_owned(),
                    format!("b={b}"),
                ];
                (options.to_vec(), Vec::new(), Vec::new())
            }
            Given::Text(text, a) => {
                let elements: Vec<String> =
                    text.iter().chain(&[0]).map(|&byte| byte.cast_signed().to_string()).collect();
                let text = format!("s=[{}]", elements.join(","));
                (
                    vec!["--input".to_owned(), text, "--input".to_owned(), format!("a={a}")],
                    Vec::new(),
                    Vec::new(),
                )
            }
            Given::Arguments(arguments) => (Vec::new(), arguments.clone(), Vec::new()),
            Given::Stdin(bytes) => (Vec::new(), Vec::new(), bytes.clone()),
        }
    }

    /// As the initialiser of a `struct ck_given`.
    pub(crate) fn initialiser(&self) -> String {
        let text = |bytes: &[u8]| {
            let bytes: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
            format!("\"{bytes}\"")
        };
        match self {
            Given::Numbers(a, b) => format!("{{{}, {}}}", literal(*a), literal(*b)),
            Given::Text(bytes, a) => {
                format!("{{{}, 0, {}, {{{}}}}}", literal(*a), bytes.len(), text(bytes))
            }
            Given::Arguments(arguments) => {
                let texts: Vec<String> = arguments.iter().map(|argument| text(argument)).collect();
                let texts = if texts.is_empty() { "0".to_owned() } else { texts.join(", ") };
                format!("{{0, 0, {}, {{{texts}}}}}", arguments.len())
            }
            Given::Stdin(bytes) => format!("{{0, 0, {}, {{{}}}}}", bytes.len(), text(bytes)),
        }
    }
}

/// Its bits as those of an `unsigned long`.
fn literal(value: i128) -> String {
    format!("{}ul", value as u64)
}
