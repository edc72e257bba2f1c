//! Random programs that are correct by construction.
//!
//! A program has four or five small functions of different purpose (`shapes`), and a `main` that calls them on its own data, works on with
//! their results, and asserts what came out. Nothing depends on everything: results of some functions are arguments of others, the rest
//! stand for themselves, as in the tests of a module. Nothing is there for show: locals that nothing reads go into the result.
//!
//! Assertions are made true by running the program: values are printed where an assertion shall stand (`draft`), and become
//! equations, bounds and comparisons. A program that breaks a check, does not end or asserts nothing is thrown away and the next is drawn.

mod draft;
mod expression;
#[path = "../../../../cli/tests/generator/rng.rs"]
#[allow(dead_code, reason = "not all of it is needed here")]
pub(crate) mod rng;
mod shapes;

use draft::Draft;
use expression::Scope;
use rng::Rng;
use shapes::Shape;

const WORDS: [&str; 8] = [
    "a-17 field",
    "bead 2026",
    "x=10;y=2",
    "the end",
    "cafe-9-be",
    "level 42",
    "7 dwarfs",
    "hide and seek",
];

/// Names of what calls return, in their order; there are never more.
const RESULTS: [&str; 7] = ["first", "second", "third", "fourth", "fifth", "sixth", "last"];

/// The program of a seed.
pub(crate) fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    loop {
        let draft = draw(&mut rng);
        if let Some(text) = draft.finish(&mut rng) {
            return text;
        }
    }
}

fn draw(rng: &mut Rng) -> Draft {
    let mut draft = Draft::default();
    let mut shapes = Shape::ALL.to_vec();
    let count = rng.between(4, 5) as usize;
    while shapes.len() > count {
        shapes.remove(rng.below(shapes.len()));
    }
    draft.line("#include <assert.h>");
    draft.line("");
    if shapes.contains(&Shape::Update) {
        for line in ["struct record {", "int level;", "int total;", "int moves;", "};", ""] {
            draft.line(line);
        }
    }
    for shape in &shapes {
        shape.write(rng, &mut draft);
    }
    Main { rng, draft: &mut draft, scope: Scope::new(&[], &[]), unasserted: Vec::new(), calls: 0 }
        .write(&shapes);
    draft
}

struct Main<'a> {
    rng: &'a mut Rng,
    draft: &'a mut Draft,
    scope: Scope,
    /// What has a value and no assertion yet.
    unasserted: Vec<String>,
    calls: usize,
}

impl Main<'_> {
    fn write(&mut self, shapes: &[Shape]) {
        self.draft.line("int main(void) {");
        let elements = self.rng.between(5, 8);
        self.declare_data(shapes, elements);
        let mut calls: Vec<Shape> = shapes.to_vec();
        for _ in 0..self.rng.between(1, 2) {
            calls.push(*self.rng.pick(shapes));
        }
        for (number, shape) in calls.into_iter().enumerate() {
            self.call(shape, elements);
            if number > 0 && self.rng.percent(25) {
                self.assert_some(1);
            }
        }
        if self.rng.percent(50) && self.scope.readable.len() > 1 {
            self.compute();
        }
        self.assert_some(usize::MAX);
        self.draft.line("return 0;");
        self.draft.line("}");
    }

    fn declare_data(&mut self, shapes: &[Shape], elements: i64) {
        if shapes.iter().any(|shape| matches!(shape, Shape::Fold | Shape::Rewrite)) {
            let values: Vec<String> =
                (0..elements).map(|_| self.rng.between(0, 15).to_string()).collect();
            self.draft.line(format!("int values[{elements}] = {{{}}};", values.join(", ")));
        }
        if shapes.contains(&Shape::Filter) {
            self.draft.line("char out[20];");
        }
        if shapes.contains(&Shape::Update) {
            self.draft.line("struct record record;");
            for member in ["level", "total", "moves"] {
                let value = self.rng.between(0, 9);
                self.draft.line(format!("record.{member} = {value};"));
            }
        }
    }

    /// A constant, or the result of an earlier call.
    fn argument(&mut self) -> String {
        if self.scope.readable.is_empty() || self.rng.percent(60) {
            return self.rng.between(1, 15).to_string();
        }
        self.rng.pick(&self.scope.readable).clone()
    }

    fn call(&mut self, shape: Shape, elements: i64) {
        let result = RESULTS[self.calls].to_owned();
        self.calls += 1;
        let name = shape.name();
        let word = *self.rng.pick(&WORDS);
        let call = match shape {
            Shape::Fold => format!("{name}(values, {elements}, {})", self.argument()),
            Shape::Rewrite => format!("{name}(values, {elements})"),
            Shape::Classify | Shape::Iterate => {
                let (a, b) = (self.argument(), self.argument());
                format!("{name}({a}, {b})")
            }
            Shape::Scan => format!("{name}(\"{word}\")"),
            Shape::Filter => format!("{name}(out, \"{word}\")"),
            Shape::Update => {
                let amount = self.argument();
                self.draft.line(format!("{name}(&record, {amount});"));
                self.unasserted.extend(["level", "total", "moves"].map(|m| format!("record.{m}")));
                return;
            }
        };
        self.draft.line(format!("int {result} = {call};"));
        match shape {
            Shape::Rewrite => {
                for _ in 0..2 {
                    let element = self.rng.between(0, elements - 1);
                    self.unasserted.push(format!("values[{element}]"));
                }
            }
            Shape::Filter => {
                let element = self.rng.between(0, 2);
                self.unasserted.push(format!("out[{element}]"));
            }
            _ => {}
        }
        self.unasserted.push(result.clone());
        self.scope.readable.push(result.clone());
        self.scope.assignable.push(result);
    }

    /// A few statements of its own: a combination of results, a change through a pointer.
    fn compute(&mut self) {
        if self.rng.percent(50) {
            let target = self.rng.pick(&self.scope.assignable).clone();
            let expression = self.scope.expression(self.rng);
            self.draft.line(format!("int *changed = &{target};"));
            self.draft.line(format!("*changed += {expression};"));
            self.unasserted.push(target);
        } else {
            let expression = self.scope.expression(self.rng);
            self.scope.local(self.draft, "mixed", expression);
            self.scope.assignable = vec!["mixed".to_owned()];
            self.scope.decision(self.rng, self.draft, 1);
            self.unasserted.push("mixed".to_owned());
        }
    }

    /// Asserts something about at most `most` of what has no assertion yet.
    fn assert_some(&mut self, most: usize) {
        let mut left = most;
        while left > 0 && !self.unasserted.is_empty() {
            let one = self.unasserted.remove(self.rng.below(self.unasserted.len()));
            let is_known_already = self.unasserted.contains(&one);
            if is_known_already {
                continue;
            }
            let mut expressions = vec![one];
            let others = &self.scope.readable;
            if !others.is_empty() && self.rng.percent(25) {
                expressions.push(self.rng.pick(others).clone());
                expressions.dedup();
            }
            self.draft.assertion(expressions);
            left -= 1;
        }
    }
}
