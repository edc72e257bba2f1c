//! Cases that a statement falls into are told apart: a conditional expression by its side, a sum that may wrap by how often it does.
//!
//! Evaluation gives one value in one state. Where a case has to be chosen, a script says which; whoever goes through the statements goes through them again
//! until all scripts have had their turn. So what is computed knows nothing of there being cases, and all of a statement that follows the choice is computed
//! under it. Every concrete run agrees with the choices of at least one script.

use crate::limits::MOST_CHOICES;

#[derive(Clone, Copy, Debug)]
struct Choice {
    taken: u8,
    of: u8,
}

/// Which cases are looked at this time.
#[derive(Default, Debug)]
pub(crate) struct Choices {
    script: Vec<Choice>,
    /// Choices that have been asked for this time.
    asked: usize,
    /// Somebody goes through the other cases too.
    is_offered: bool,
    /// What is being computed is worth it.
    is_wanted: bool,
}

impl Choices {
    /// None at all, or the first cases.
    pub(crate) fn new(is_offered: bool) -> Choices {
        Choices { is_offered, ..Choices::default() }
    }

    /// One of so many cases, which together are all; `None` if they are not told apart.
    pub(crate) fn pick(&mut self, of: u8) -> Option<u8> {
        if !self.is_offered || !self.is_wanted {
            return None;
        }
        if self.asked == self.script.len() {
            if self.asked == MOST_CHOICES {
                return None;
            }
            self.script.push(Choice { taken: 0, of });
        }
        let choice = self.script[self.asked];
        debug_assert_eq!(choice.of, of, "the same statements ask for the same choices");
        self.asked += 1;
        Some(choice.taken)
    }

    pub(crate) fn set_wanted(&mut self, is_wanted: bool) -> bool {
        std::mem::replace(&mut self.is_wanted, is_wanted)
    }

    /// The cases that were looked at.
    pub(crate) fn taken(&self) -> impl Iterator<Item = u8> + '_ {
        self.script.iter().map(|choice| choice.taken)
    }

    /// Goes on to the next cases; false when there are no others.
    pub(crate) fn advance(&mut self) -> bool {
        self.asked = 0;
        self.is_wanted = false;
        while let Some(mut last) = self.script.pop() {
            last.taken += 1;
            if last.taken < last.of {
                self.script.push(last);
                return true;
            }
        }
        false
    }
}
