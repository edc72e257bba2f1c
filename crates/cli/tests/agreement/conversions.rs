//! Conversions between all pairs of scalar types.

use super::hold::hold;
use super::table::Row;
use super::types::{ALL, Scalar};

fn rows(chosen: impl Fn(Scalar, Scalar) -> bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for from in ALL {
        for to in ALL {
            if chosen(from, to) {
                let row = Row::new(&[from], to, format!("({})a", to.name));
                rows.push(row.over(&[from.boundary()]));
            }
        }
    }
    rows
}

#[test]
fn between_integers() {
    hold("conversions", &rows(|from, to| !from.is_float() && !to.is_float()));
}

#[test]
fn of_floating_numbers() {
    hold("float conversions", &rows(|from, to| from.is_float() || to.is_float()));
}

/// A conversion that an assignment, an argument or a compound assignment implies is the same one.
#[test]
fn through_several_types() {
    let mut rows = Vec::new();
    for from in ALL {
        for between in ALL {
            let to = super::types::LONG;
            let row = Row::new(&[from, between], to, "b").after("b = a;");
            rows.push(row.over(&[from.few(), vec![0]]));
        }
    }
    hold("implied conversions", &rows);
}
