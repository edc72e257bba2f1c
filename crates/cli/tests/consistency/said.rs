//! The text of an explanation, taken apart: annotated lines with their marks, and sentences.

/// A line of the source beside which something is said.
pub(crate) struct Row {
    pub(crate) line: u32,
    pub(crate) mark: Option<char>,
}

pub(crate) struct Said {
    /// The explanation itself, the failing line last.
    pub(crate) rows: Vec<Row>,
    /// Under *other lines where another value would have led elsewhere*.
    pub(crate) others: Vec<Row>,
    pub(crate) announces_others: bool,
    pub(crate) is_shortened: bool,
    /// Everything, with one blank between words.
    pub(crate) words: String,
}

impl Said {
    pub(crate) fn new(text: &str) -> Said {
        let (mut rows, mut others) = (Vec::new(), Vec::new());
        let mut announces_others = false;
        for line in text.lines() {
            announces_others |= line.starts_with("  Other lines where another value");
            let list = if announces_others { &mut others } else { &mut rows };
            list.extend(row(line));
        }
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_shortened = words.contains("(--unfold shows all)");
        Said { rows, others, announces_others, is_shortened, words }
    }

    pub(crate) fn has(&self, words: &str) -> bool {
        self.words.contains(words)
    }

    pub(crate) fn has_mark(&self, mark: char) -> bool {
        self.rows.iter().chain(&self.others).any(|row| row.mark == Some(mark))
    }

    /// The lines before the failing one.
    pub(crate) fn before(&self) -> &[Row] {
        self.rows.split_last().map_or(&[], |(_, before)| before)
    }

    /// The number before these words.
    pub(crate) fn number_before(&self, words: &str) -> Option<usize> {
        let (before, _) = self.words.split_once(words)?;
        before.rsplit(' ').next()?.parse().ok()
    }
}

/// `  12*│ x = 1;   makes x == 1`.
fn row(line: &str) -> Option<Row> {
    let (margin, _) = line.split_once('│')?;
    let number = margin.trim_start().trim_end_matches([' ', '*', '@']);
    Some(Row {
        line: number.parse().ok()?,
        mark: margin.chars().last().filter(|c| "*@".contains(*c)),
    })
}
