//! Expressions, conditions and statements over the variables of one function.
//!
//! Every variable of a scope gets a use and every local an assignment before any gets a second one, so that little is written for nothing.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::rng::Rng;

/// What can be read and assigned where a statement is written.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope {
    /// Variables, members, elements.
    pub(super) readable: Vec<String>,
    pub(super) assignable: Vec<String>,
    read: BTreeSet<String>,
    assigned: BTreeSet<String>,
}

impl Scope {
    pub(super) fn new(readable: &[&str], assignable: &[&str]) -> Scope {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Scope { readable: owned(readable), assignable: owned(assignable), ..Scope::default() }
    }

    /// Declares a local that can be read and assigned.
    pub(super) fn local(&mut self, draft: &mut Draft, name: &str, value: impl AsRef<str>) {
        draft.line(format!("int {name} = {};", value.as_ref()));
        self.readable.push(name.to_owned());
        self.assignable.push(name.to_owned());
    }

    /// Something to read that is not `other`, if there is more than that.
    fn atom(&mut self, rng: &mut Rng, other: &str) -> String {
        let all = self.readable.iter().filter(|name| *name != other);
        let mut choice: Vec<&String> = all.clone().filter(|n| !self.read.contains(*n)).collect();
        if choice.is_empty() || rng.percent(50) {
            choice = all.collect();
        }
        let atom = if choice.is_empty() { other.to_owned() } else { (*rng.pick(&choice)).clone() };
        self.read.insert(atom.clone());
        atom
    }

    fn target(&mut self, rng: &mut Rng) -> String {
        let unassigned: Vec<&String> =
            self.assignable.iter().filter(|name| !self.assigned.contains(*name)).collect();
        let target = match unassigned.first() {
            Some(name) => (*name).clone(),
            None => rng.pick(&self.assignable).clone(),
        };
        self.assigned.insert(target.clone());
        target
    }

    pub(super) fn expression(&mut self, rng: &mut Rng) -> String {
        let left = self.atom(rng, "");
        self.expression_of(rng, &left)
    }

    fn expression_of(&mut self, rng: &mut Rng, left: &str) -> String {
        let small = rng.between(1, 5);
        match rng.below(9) {
            0 => left.to_owned(),
            1 => format!("{left} + {small}"),
            2 => format!("{left} * {}", rng.between(2, 4)),
            3 => format!("{left} % {}", rng.between(3, 9)),
            4 => format!("{left} / {}", rng.between(2, 4)),
            5 => format!("{left} - {}", self.atom(rng, left)),
            6 => format!("({left} + {}) / 2", self.atom(rng, left)),
            _ => format!("{left} + {}", self.atom(rng, left)),
        }
    }

    pub(super) fn condition(&mut self, rng: &mut Rng) -> String {
        let one = self.comparison(rng);
        match rng.below(8) {
            0 => format!("{one} && {}", self.comparison(rng)),
            1 => format!("{one} || {}", self.comparison(rng)),
            _ => one,
        }
    }

    fn comparison(&mut self, rng: &mut Rng) -> String {
        let left = self.atom(rng, "");
        let equality = *rng.pick(&["==", "!="]);
        let order = *rng.pick(&["<", "<=", ">", ">="]);
        match rng.below(4) {
            0 => format!("{left} % {} {equality} {}", rng.between(2, 3), rng.between(0, 1)),
            1 if self.readable.len() > 1 => format!("{left} {order} {}", self.atom(rng, &left)),
            _ => format!("{left} {order} {}", rng.between(1, 12)),
        }
    }

    /// One or two statements.
    pub(super) fn block(&mut self, rng: &mut Rng, draft: &mut Draft, depth: u32) {
        let most = if depth == 0 { 2 } else { 1 + i64::from(rng.percent(30)) };
        for _ in 0..rng.between(1, most) {
            match rng.below(10) {
                0..5 => self.assignment(rng, draft),
                9 if depth == 0 => self.switch(rng, draft),
                _ if depth < 2 => self.decision(rng, draft, depth),
                _ => self.assignment(rng, draft),
            }
        }
    }

    pub(super) fn assignment(&mut self, rng: &mut Rng, draft: &mut Draft) {
        let target = self.target(rng);
        let statement = match rng.below(8) {
            0 => format!("{target}++;"),
            1 => format!("{target} -= {};", rng.between(1, 4)),
            2 => format!("{target} = {};", self.expression_of(rng, &target)),
            3 => {
                let value = self.atom(rng, &target);
                format!("{target} = {};", self.expression_of(rng, &value))
            }
            _ => {
                let value = self.atom(rng, &target);
                format!("{target} += {};", self.expression_of(rng, &value))
            }
        };
        let is_nothing = statement == format!("{target} = {target};");
        draft.line(if is_nothing { format!("{target} += 2;") } else { statement });
    }

    pub(super) fn decision(&mut self, rng: &mut Rng, draft: &mut Draft, depth: u32) {
        let condition = self.condition(rng);
        draft.line(format!("if ({condition}) {{"));
        self.block(rng, draft, depth + 1);
        if rng.percent(20) {
            let condition = self.condition(rng);
            draft.line(format!("}} else if ({condition}) {{"));
            self.block(rng, draft, depth + 1);
        }
        if rng.percent(40) {
            draft.line("} else {");
            self.block(rng, draft, depth + 1);
        }
        draft.line("}");
    }

    fn switch(&mut self, rng: &mut Rng, draft: &mut Draft) {
        let selector = self.atom(rng, "");
        draft.line(format!("switch ({selector} % 3) {{"));
        for case in 0..2 {
            draft.line(format!("case {case}:"));
            self.assignment(rng, draft);
            draft.line("break;");
        }
        draft.line("default:");
        self.assignment(rng, draft);
        draft.line("}");
    }

    /// What a function returns: one of its locals, and those that nothing has read.
    pub(super) fn result(&mut self, rng: &mut Rng) -> String {
        let mut parts = vec![rng.pick(&self.assignable).clone()];
        for name in &self.assignable {
            if !self.read.contains(name) && !parts.contains(name) {
                parts.push(name.clone());
            }
        }
        parts.join(" + ")
    }
}
