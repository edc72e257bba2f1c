//! Strings and the library's functions on bytes.

use super::{Generator, pick};

impl Generator {
    pub(super) fn bytes(&mut self) {
        match pick(&mut self.rng, &self.scope.strings) {
            Some(string) if self.rng.percent(75) => self.string(&string.text, string.length),
            _ => self.raw_bytes(),
        }
    }

    fn literal(&mut self) -> String {
        let words = ["", "a", "bc", "abc", "hello", "xyzzy"];
        let word = self.rng.pick(&words);
        match self.rng.below(6) {
            0 => format!("(\"xyzzy\" + ({}))", self.index(6)),
            1 => format!("(const char *[]){{\"\", \"ab\", \"abcd\"}}[{}]", self.index(3)),
            _ => format!("\"{word}\""),
        }
    }

    fn string(&mut self, name: &str, length: usize) {
        let other = match pick(&mut self.rng, &self.scope.strings) {
            Some(other) if other.text != name && self.rng.percent(40) => other.text,
            _ => self.literal(),
        };
        let target = self.pick_writable().map(|var| var.text).unwrap_or_else(|| "g1".into());
        let text = match self.rng.below(10) {
            0 => {
                let (condition, literal) = (self.condition(1), self.literal());
                format!("strcpy({name}, {condition} ? {other} : {literal});")
            }
            1 => format!("strcat({name}, {other});"),
            2 => format!("{name}[{}] = 'a' + ({} & 3);", self.index(length), self.leaf()),
            3 => format!("{name}[{}] = 0;", self.index(length)),
            4 => format!("{target} = strlen({name});"),
            5 => format!("{target} = strcmp({name}, {other}) < 0;"),
            6 => format!("strncpy({name}, {other}, {});", self.amount()),
            7 => {
                let (at, condition) = (self.fresh("q"), self.condition(1));
                let index = self.rng.below(3);
                format!(
                    "{{ char *{at} = \"abc\"; if ({condition}) {at} = {name}; {at}[{index}] = 'z'; }}"
                )
            }
            8 => {
                let (found, condition) = (self.fresh("q"), self.rng.pick(&["", "if (0 != q) "]));
                let condition = condition.replace('q', &found);
                let letter = self.rng.pick(&["a", "b", "l"]);
                format!(
                    "{{ char *{found} = strchr({name}, '{letter}'); {condition}*{found} = 'z'; }}"
                )
            }
            _ => format!("{target} += {name}[{}];", self.index(length)),
        };
        self.statement_line(text);
    }

    /// `memcpy` and its like on arrays of any type.
    fn raw_bytes(&mut self) {
        let Some(array) = pick(&mut self.rng, &self.scope.arrays) else { return self.assignment() };
        let Some(other) = pick(&mut self.rng, &self.scope.arrays) else { return self.assignment() };
        let target = self.pick_writable().map(|var| var.text).unwrap_or_else(|| "g1".into());
        let (name, from) = (array.text, other.text);
        let size = match self.rng.below(4) {
            0 => format!("{} * sizeof *{name}", self.amount()),
            1 => self.amount(),
            2 => format!("(unsigned char){} % {}", self.leaf(), array.length + 1),
            _ => format!("sizeof *{name}"),
        };
        let text = match self.rng.below(3) {
            0 if name != from => format!("memcpy({name}, {from}, {size});"),
            1 => format!("{target} = memcmp({name}, {from}, {size}) != 0;"),
            _ => format!("memset({name}, {}, {size});", self.leaf()),
        };
        self.statement_line(text);
    }
}
