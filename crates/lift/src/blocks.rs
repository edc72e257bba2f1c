//! Which pointer leads to a block of the heap, as far as the facts of the same moment say so?
//!
//! A block has no name but the line that allocated it. Where a fact about it stands beside another one that says which pointer holds its address, the block is called by that
//! pointer: `node == line 12's block && node->value <= -1`. Both are facts of one position, so the name is right wherever it is read.

use crate::limits::LONGEST_WAY;

/// Blocks with the pointers to them.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    /// `line 12's block` and `node`.
    known: Vec<(String, String)>,
}

impl Pointers {
    /// What facts of one position say.
    pub(super) fn of(facts: &[String]) -> Pointers {
        let mut known: Vec<(String, String)> = Vec::new();
        let mut open: Vec<(String, String)> = facts.iter().filter_map(|fact| held(fact)).collect();
        open.sort_by_key(|(_, name)| (name.len(), name.clone()));
        // A pointer may stand in a block that another pointer leads to.
        for _ in 0..LONGEST_WAY {
            let led = Pointers { known: known.clone() };
            for (block, name) in &open {
                let name = led.led(name);
                let is_led = !is_of_block(&name);
                if is_led && known.iter().all(|(other, _)| other != block) {
                    known.push((block.clone(), name));
                }
            }
        }
        Pointers { known }
    }

    /// The text with pointers in place of blocks, where something is said of what lies in them.
    pub(super) fn led(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (block, name) in &self.known {
            let quoted = format!("({block})");
            while let Some(start) = text.find(&quoted) {
                // `\\valid(p)` keeps its parentheses.
                let before = text[..start].chars().next_back();
                let is_called = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
                let name = if is_called { format!("({name})") } else { name.clone() };
                text.replace_range(start..start + quoted.len(), &name);
            }
        }
        text
    }

    pub(super) fn led_all(&self, texts: &mut [String]) {
        if !self.known.is_empty() {
            for text in texts {
                *text = self.led(text);
            }
        }
    }
}

/// `node == line 12's block`: the block and the pointer.
fn held(fact: &str) -> Option<(String, String)> {
    let (name, block) = fact.split_once(" == ")?;
    is_block(block).then(|| (block.to_owned(), name.to_owned()))
}

fn is_block(text: &str) -> bool {
    text.strip_prefix("line ").and_then(|rest| rest.split_once("'s ")).is_some_and(
        |(line, what)| {
            line.chars().all(|c| c.is_ascii_digit())
                && ["block", "file"]
                    .into_iter()
                    .any(|it| what == it || what.ends_with(&format!(" {it}")))
                && what.split(' ').count() <= 2
        },
    )
}

fn is_of_block(name: &str) -> bool {
    name.contains("(line ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_go_by_the_pointers_to_them() {
        let facts = [
            "list == line 12's block",
            "(line 12's block)->next == line 12's 2nd block",
            "(line 12's 2nd block)->value <= -1",
        ];
        let facts = facts.map(str::to_owned);
        let pointers = Pointers::of(&facts);
        let led = |text: &str| pointers.led(text);
        assert_eq!(led(&facts[0]), facts[0]);
        assert_eq!(led(&facts[1]), "list->next == line 12's 2nd block");
        assert_eq!(led(&facts[2]), "list->next->value <= -1");
        assert_eq!(led("!\\valid(line 12's 2nd block)"), "!\\valid(list->next)");
        assert_eq!(led("p == &(line 12's block)[3]"), "p == &list[3]");
        assert_eq!(led("(line 9's block)->value == 1"), "(line 9's block)->value == 1");
    }
}
