//! Sentences that speak of C expressions: words as words, expressions as code.

use super::escape::escaped;

/// The sentence with everything that is one of `facts` set as code. Facts that the sentence shortens stay words.
pub(super) fn prose(sentence: &str, facts: &[&str]) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    let mut before = None;
    while let Some((start, length)) = first_fact(rest, before, facts) {
        let (words, fact) = (&rest[..start], &rest[start..start + length]);
        out.push_str(&escaped(words));
        out.push_str(&format!("<code>{}</code>", escaped(fact)));
        rest = &rest[start + length..];
        before = fact.chars().next_back();
    }
    out.push_str(&escaped(rest));
    out
}

/// Where the first fact stands, and how long it is; of several at one place the longest. `before` is the character before the text.
fn first_fact(text: &str, before: Option<char>, facts: &[&str]) -> Option<(usize, usize)> {
    let is_whole = |start: usize, length: usize| {
        let left = text[..start].chars().next_back().or(before);
        let right = text[start + length..].chars().next();
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !joins(left) && !joins(right)
    };
    let place = |fact: &&str| {
        let mut places = text.match_indices(*fact).map(|(start, _)| start);
        places.find(|&start| is_whole(start, fact.len())).map(|start| (start, fact.len()))
    };
    let places = facts.iter().filter(|fact| !fact.is_empty()).filter_map(place);
    places.min_by_key(|&(start, length)| (start, std::cmp::Reverse(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_code_and_the_rest_is_not() {
        assert_eq!(
            prose("makes x == 1, because x == 10 and y < 2", &["y < 2", "x == 1", "x == 10", ""]),
            "makes <code>x == 1</code>, because <code>x == 10</code> and <code>y &lt; 2</code>"
        );
        assert_eq!(prose("true, because a", &["a"]), "true, because <code>a</code>");
        assert_eq!(prose("a & b", &[]), "a &amp; b");
    }
}
