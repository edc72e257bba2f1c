//! Summarised statements: done twice, dropped, with their result in the wrong place, without their `else`.

use super::Kind;
use super::line::Line;
use super::operands::indices;

pub(super) fn changes(line: &Line<'_>) -> Vec<(Kind, String)> {
    let mut list = Vec::new();
    if line.is_simple() {
        let statement = line.text.trim_start();
        let indentation = &line.text[..line.text.len() - statement.len()];
        list.push((Kind::Duplicate, format!("{} {statement}", line.text)));
        list.push((Kind::Dropped, format!("{indentation};")));
    }
    if let Some(rest) = line.text.trim_start().strip_prefix("} else if") {
        let start = line.text.find("} else if").expect("the prefix was just seen");
        list.push((Kind::MissingElse, format!("{}}} if{rest}", &line.text[..start])));
    }
    for at in line.targets() {
        for name in line.alternatives(at) {
            list.push((Kind::Target, line.with(at, name)));
        }
        list.extend(indices(line, at).into_iter().map(|index| (Kind::Target, index)));
    }
    list
}
