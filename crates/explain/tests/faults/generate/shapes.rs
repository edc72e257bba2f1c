//! The functions that programs are made of: each shape has a purpose, the details are random.

use super::draft::Draft;
use super::expression::Scope;
use super::rng::Rng;

/// What a function takes and gives; says how it can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// `int f(const int *values, int count, int limit)`: folds an array into a number.
    Fold,
    /// `int f(int *values, int count)`: changes an array in place, and counts.
    Rewrite,
    /// `int f(int a, int b)`: decides between cases.
    Classify,
    /// `int f(int a, int b)`: a loop that counts down.
    Iterate,
    /// `int f(const char *text)`: scans a string.
    Scan,
    /// `int f(char *out, const char *text)`: copies some of the characters.
    Filter,
    /// `void f(struct record *record, int amount)`: changes members.
    Update,
}

impl Shape {
    pub(super) const ALL: [Shape; 7] = [
        Shape::Fold,
        Shape::Rewrite,
        Shape::Classify,
        Shape::Iterate,
        Shape::Scan,
        Shape::Filter,
        Shape::Update,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Shape::Fold => "fold",
            Shape::Rewrite => "rewrite",
            Shape::Classify => "classify",
            Shape::Iterate => "iterate",
            Shape::Scan => "scan",
            Shape::Filter => "filter",
            Shape::Update => "update",
        }
    }

    pub(super) fn write(self, rng: &mut Rng, draft: &mut Draft) {
        match self {
            Shape::Fold => fold(rng, draft),
            Shape::Rewrite => rewrite(rng, draft),
            Shape::Classify => classify(rng, draft),
            Shape::Iterate => iterate(rng, draft),
            Shape::Scan => scan(rng, draft),
            Shape::Filter => filter(rng, draft),
            Shape::Update => update(rng, draft),
        }
        draft.line("}");
        draft.line("");
    }
}

fn fold(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static int fold(const int *values, int count, int limit) {");
    let mut scope = Scope::new(&["limit"], &[]);
    scope.local(draft, "total", rng.between(0, 3).to_string());
    if rng.percent(60) {
        let start = *rng.pick(&["0", "1", "values[0]"]);
        let name = *rng.pick(&["best", "extra"]);
        scope.local(draft, name, start);
    }
    draft.line(format!("for (int i = {}; i < count; i++) {{", rng.below(2)));
    scope.readable.extend(["values[i]".to_owned(), "i".to_owned()]);
    scope.block(rng, draft, 0);
    draft.line(format!("total += values[i]{};", rng.pick(&["", " * 2", " % 4", " - i"])));
    draft.line("}");
    scope.readable.retain(|name| name != "i" && name != "values[i]");
    if rng.percent(30) {
        scope.decision(rng, draft, 1);
    }
    if rng.percent(30) {
        draft.assertion(vec!["total".into()]);
    }
    draft.line(format!("return {};", scope.result(rng)));
}

fn rewrite(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static int rewrite(int *values, int count) {");
    let mut scope = Scope::new(&[], &[]);
    scope.local(draft, "changed", "0");
    scope.readable.extend(["values[i]".to_owned(), "values[i - 1]".to_owned(), "i".to_owned()]);
    draft.line("for (int i = 1; i < count; i++) {");
    let condition = scope.condition(rng);
    draft.line(format!("if ({condition}) {{"));
    if rng.percent(40) {
        draft.line("int kept = values[i];");
        draft.line("values[i] = values[i - 1];");
        draft.line("values[i - 1] = kept;");
    } else {
        let expression = scope.expression(rng);
        draft.line(format!("values[i] = {expression};"));
    }
    draft.line("changed++;");
    if rng.percent(50) {
        draft.line("} else {");
        let expression = scope.expression(rng);
        draft.line(format!("values[i] {} {expression};", rng.pick(&["+=", "=", "-="])));
    }
    draft.line("}");
    draft.line("}");
    draft.line("return changed;");
}

fn classify(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static int classify(int a, int b) {");
    let mut scope = Scope::new(&["a", "b"], &[]);
    scope.local(draft, "class", rng.between(0, 9).to_string());
    let expression = scope.expression(rng);
    scope.local(draft, "weight", expression);
    if rng.percent(40) {
        let condition = scope.condition(rng);
        draft.line(format!("if ({condition}) {{"));
        draft.line(format!("return {};", scope.expression(rng)));
        draft.line("}");
    }
    scope.decision(rng, draft, 0);
    if rng.percent(50) {
        scope.block(rng, draft, 0);
    }
    draft.line(format!("return {};", scope.result(rng)));
}

fn iterate(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static int iterate(int a, int b) {");
    let mut scope = Scope::new(&["a", "b"], &[]);
    scope.local(draft, "result", rng.between(0, 2).to_string());
    if rng.percent(50) {
        scope.local(draft, "steps", "0");
    }
    draft.line(format!("while (a > {}) {{", rng.between(0, 2)));
    draft.line(format!("result += {};", rng.pick(&["b", "a", "b % a", "a - b"])));
    scope.block(rng, draft, 0);
    match rng.below(3) {
        0 => draft.line("a /= 2;"),
        1 => draft.line(format!("a -= {};", rng.between(2, 4))),
        _ => draft.line("a = a - 1 - a % 3;"),
    }
    draft.line("}");
    draft.line(format!("return {};", scope.result(rng)));
}

/// A condition on the character `c`.
fn character_test(rng: &mut Rng) -> &'static str {
    const TESTS: [&str; 6] = [
        "c >= '0' && c <= '9'",
        "c >= 'a' && c <= 'm'",
        "c == ' '",
        "c == 'a' || c == 'e'",
        "c != '-'",
        "c > 'f'",
    ];
    TESTS[rng.below(TESTS.len())]
}

fn scan(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static int scan(const char *text) {");
    let mut scope = Scope::new(&[], &[]);
    scope.local(draft, "found", "0");
    let second = *rng.pick(&["run", "sum", "level"]);
    scope.local(draft, second, rng.between(0, 1).to_string());
    draft.line("for (int i = 0; text[i] != '\\0'; i++) {");
    draft.line("char c = text[i];");
    scope.readable.push("i".to_owned());
    let first = character_test(rng);
    draft.line(format!("if ({first}) {{"));
    scope.assignment(rng, draft);
    if rng.percent(50) {
        let second = character_test(rng);
        draft.line(format!("}} else if ({second}) {{"));
        scope.assignment(rng, draft);
    }
    if rng.percent(60) {
        draft.line("} else {");
        scope.block(rng, draft, 1);
    }
    draft.line("}");
    draft.line("}");
    draft.line(format!("return {};", scope.result(rng)));
}

fn filter(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static int filter(char *out, const char *text) {");
    draft.line("int used = 0;");
    draft.line("for (int i = 0; text[i] != '\\0'; i++) {");
    draft.line("char c = text[i];");
    let (first, second) = (character_test(rng), character_test(rng));
    draft.line(format!("if ({first}) {{"));
    draft.line(format!("out[used] = {};", rng.pick(&["c", "c + 1", "c - 1", "'*'"])));
    draft.line("used++;");
    if rng.percent(60) {
        draft.line(format!("}} else if ({second}) {{"));
        draft.line(format!("out[used] = {};", rng.pick(&["c", "'#'", "text[0]"])));
        draft.line("used++;");
    }
    draft.line("}");
    draft.line("}");
    draft.line("out[used] = '\\0';");
    draft.line("return used;");
}

fn update(rng: &mut Rng, draft: &mut Draft) {
    draft.line("static void update(struct record *record, int amount) {");
    let members = ["record->level", "record->total", "record->moves"];
    let mut scope = Scope::new(&members, &members);
    scope.readable.push("amount".to_owned());
    scope.decision(rng, draft, 0);
    scope.assignment(rng, draft);
    draft.line("record->moves++;");
}
