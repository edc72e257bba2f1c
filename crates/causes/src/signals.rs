//! What speaks for a line, as numbers.

/// Each from 0 to 1, but for costs.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Signals {
    /// The cheapest edit with which every test passes, as `1 / (1 + cost / 10)`.
    pub edit_clean: f64,
    /// Of all edits with which every test passes, the share that is at this line.
    pub edit_share: f64,
    /// The most that an edit turns of the failing tests, less what it breaks of the passing ones.
    pub edit_balance: f64,
    /// The most that an edit turns that breaks nothing.
    pub edit_unbroken: f64,
    /// A check put in front of it, or leaving it out, with which every test passes.
    pub guard_clean: f64,
    /// The most that an outcome that is always the same, or always the other one, turns, less what it breaks.
    pub switch_balance: f64,
    /// Failing tests that one switched decision turns.
    pub switch_once: f64,
    /// Failing tests that some value turns: not the same value for each.
    pub value_union: f64,
    /// The most that one value turns, less what it breaks.
    pub value_balance: f64,
    /// Failing tests that anything at this line turns.
    pub any_union: f64,
    /// The coefficient of Ochiai of executing the line.
    pub ochiai: f64,
    /// The largest coefficient of an outcome of a branch at the line.
    pub ochiai_outcome: f64,
    /// Every failing test executes it.
    pub everywhere: f64,
    /// An explanation of the failing run names it.
    pub relevant: f64,
    /// How late in the shortest failing run it is executed last.
    pub late: f64,
    /// It decides a branch.
    pub decides: f64,
    /// Failing tests in which the line makes the last decision: what only asks whether all is well can always be turned.
    pub last_decision: f64,
    /// Failing tests whose first wrong byte of output is text that the line writes.
    pub wrong_text: f64,
    /// ... is a value that the line writes.
    pub wrong_value: f64,
    /// Passing tests that edits which turn something break, on average.
    pub broken: f64,
    /// The most that a statement in front of it turns, less what it breaks.
    pub insert_balance: f64,
    /// A statement in front of it, with which every test passes.
    pub insert_clean: f64,
    /// Without tests: it is executed before anything is decided, as in every run.
    pub setup: f64,
    /// Without tests: it stands in the function where runs start, and they fail in another one.
    pub driver: f64,
    /// Nothing is executed there: a declaration, a label.
    pub declared: f64,
    /// It has the variables of the step that fails, or prints something wrong first, or those that these come from.
    pub near: f64,
}

impl Signals {
    /// Their names, in the order of [`Signals::values`].
    pub const NAMES: [&'static str; 26] = [
        "edit_clean",
        "edit_share",
        "edit_balance",
        "edit_unbroken",
        "guard_clean",
        "switch_balance",
        "switch_once",
        "value_union",
        "value_balance",
        "any_union",
        "ochiai",
        "ochiai_outcome",
        "everywhere",
        "relevant",
        "late",
        "decides",
        "last_decision",
        "wrong_text",
        "wrong_value",
        "broken",
        "insert_balance",
        "insert_clean",
        "setup",
        "driver",
        "declared",
        "near",
    ];

    #[must_use]
    pub fn values(&self) -> [f64; 26] {
        [
            self.edit_clean,
            self.edit_share,
            self.edit_balance,
            self.edit_unbroken,
            self.guard_clean,
            self.switch_balance,
            self.switch_once,
            self.value_union,
            self.value_balance,
            self.any_union,
            self.ochiai,
            self.ochiai_outcome,
            self.everywhere,
            self.relevant,
            self.late,
            self.decides,
            self.last_decision,
            self.wrong_text,
            self.wrong_value,
            self.broken,
            self.insert_balance,
            self.insert_clean,
            self.setup,
            self.driver,
            self.declared,
            self.near,
        ]
    }
}
