//! How benchmarks print: columns that fit what is in them.

use std::time::Duration;

/// Lines of cells, each column as wide as its widest cell; `numbers` are the columns that stand to the right.
pub(crate) fn columns(rows: &[Vec<String>], numbers: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &'_ Vec<String>, column: usize| {
        row.get(column).map_or(0, |cell| cell.chars().count())
    };
    let widths: Vec<usize> = (0..count)
        .map(|column| rows.iter().map(|row| cell(row, column)).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if numbers.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}
