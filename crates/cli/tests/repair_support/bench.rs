//! How benchmarks print: a line as soon as it is known, in columns whose widths are known before.

use std::time::Duration;

/// One line. Cells without a width come last, as long as they are.
pub(crate) fn cells(widths: &[usize], cells: &[&str]) -> String {
    let padded = cells.iter().enumerate().map(|(index, cell)| {
        let width = widths.get(index).copied().unwrap_or(0);
        format!("{cell:<width$}")
    });
    padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

pub(crate) fn widest<'a>(cells: impl Iterator<Item = &'a str>) -> usize {
    cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}
