//! The time of day as witnesses want it: `2026-01-31T12:00:00Z`.

use jiff::Timestamp;

pub(crate) fn now() -> String {
    in_seconds(Timestamp::now())
}

fn in_seconds(moment: Timestamp) -> String {
    format!("{moment:.0}")
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::in_seconds;

    #[test]
    fn moments_have_dates() {
        let expect = |seconds: i64, expected: &str| {
            let moment = Timestamp::new(seconds, 999_999_999).expect("it should be a moment");
            assert_eq!(in_seconds(moment), expected);
        };
        expect(0, "1970-01-01T00:00:00Z");
        expect(951_782_399, "2000-02-28T23:59:59Z");
        expect(951_782_400, "2000-02-29T00:00:00Z");
        expect(1_735_689_599, "2024-12-31T23:59:59Z");
        expect(4_107_542_400, "2100-03-01T00:00:00Z");
    }
}
