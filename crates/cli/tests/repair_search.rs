//! How `whydunit repair` finds what it finds: evidence, dices, values from the solver, text from the expected output.

use crate::command_support;
use crate::repair_support;

use command_support::Directory;
use repair_support::programs::{LARGEST, LARGEST_SUITE};
use repair_support::session::{passing_repairs, report};

/// The change of the first repair, as `line: old -> new`.
fn first_repair(directory: &Directory, args: &[&str]) -> String {
    let report = report(directory.path(), args, 1);
    let repairs = passing_repairs(&report);
    let first = repairs.first().unwrap_or_else(|| panic!("there should be a repair: {report}"));
    let edits: Vec<String> = first
        .edits
        .iter()
        .map(|edit| format!("{}: {} -> {}", edit.line, edit.old, edit.new))
        .collect();
    edits.join(", ")
}

#[test]
fn evidence_is_shown() {
    let directory = Directory::with(&[("largest.c", LARGEST), ("largest.toml", LARGEST_SUITE)]);
    let args = ["largest.c", "--tests", "largest.toml", "--show-evidence"];
    let report = report(directory.path(), &args, 1);
    let evidence = report["repairing"]["evidence"].as_str().expect("it should be there");
    for part in [
        "E_explicit((a[i=1]-best>=0), (best-a[1]>=0), 4)",
        "R_1 = ",
        "Q_1^B = ",
        "correcting predicate",
    ] {
        assert!(evidence.contains(part), "{part} in\n{evidence}");
    }
    let remarks = &report["failures"][0]["repairs"][0]["remarks"];
    assert!(remarks.to_string().contains("problem predicate"), "{remarks}");
}

/// Only the tests with a discount execute the faulty line.
const PRICE: &str = "int price(int units, int member)
{
    int total = units * 5;
    if (member)
        total = total - units + 1;
    if (units > 20)
        total = total - 10;
    return total;
}
";
const PRICE_SUITE: &str = r#"function = "price"

[[table]]
columns = ["units", "member", "result"]
rows = [[1, 0, 5], [4, 0, 20], [21, 0, 95], [1, 1, 4], [4, 1, 16], [21, 1, 74]]
"#;

#[test]
fn a_dice_narrows_the_search() {
    let directory = Directory::with(&[("price.c", PRICE), ("price.toml", PRICE_SUITE)]);
    let plain = ["price.c", "--tests", "price.toml"];
    let diced = ["price.c", "--tests", "price.toml", "--dice"];
    let tried = |args: &[&str]| {
        report(directory.path(), args, 1)["repairing"]["changes"].as_u64().expect("a number")
    };
    assert!(tried(&diced) < tried(&plain), "{} of {}", tried(&diced), tried(&plain));
    for args in [&plain[..], &diced[..]] {
        assert!(first_repair(&directory, args).starts_with("5: "), "{args:?}");
    }
}

#[test]
fn constants_that_occur_nowhere() {
    let program = "int cost(int weight, int far)
{
    int base = weight * 3;
    int total = base + 10;
    if (far > 50)
        total = total + far;
    return total;
}
";
    let suite = "function = \"cost\"\n\n[[table]]\ncolumns = [\"weight\", \"far\", \"result\"]\n\
                 rows = [[1, 2, 177], [2, 3, 180], [5, 60, 249], [9, 61, 262]]\n";
    let directory = Directory::with(&[("cost.c", program), ("cost.toml", suite)]);
    let found = first_repair(&directory, &["cost.c", "--tests", "cost.toml"]);
    assert_eq!(found, "4: base + 10 -> base + 174");
}

#[test]
fn text_that_is_printed_wrongly() {
    let program = "#include <stdio.h>

int main(void)
{
    int n;
    if (scanf(\"%d\", &n) != 1)
        return 1;
    if (n % 2 == 0)
        printf(\"%d is evne\\n\", n);
    else
        printf(\"%d is odd\\n\", n);
    return 0;
}
";
    let suite = "[[test]]\nstdin = \"4\"\nstdout = \"4 is even\\n\"\n\n\
                 [[test]]\nstdin = \"7\"\nstdout = \"7 is odd\\n\"\n\n\
                 [[test]]\nstdin = \"0\"\nstdout = \"0 is even\\n\"\n";
    let directory = Directory::with(&[("parity.c", program), ("parity.toml", suite)]);
    let found = first_repair(&directory, &["parity.c", "--tests", "parity.toml"]);
    assert_eq!(found, "9: ne -> en");
}

/// The check that fails in every test says nothing about the fault that the tests are about.
#[test]
fn a_check_that_the_expected_results_outweigh() {
    let program = "int sum(const int *a, int n)
{
    int unused, total = 0;
    total = total + (unused & 0);
    for (int i = 1; i < n; i++)
        total = total + a[i];
    return total;
}
";
    let suite = "function = \"sum\"\n\n[[table]]\ncolumns = [\"a\", \"n\", \"result\"]\n\
                 rows = [[[0], 1, 0], [[0, 2], 2, 2], [[3, 4], 2, 7], [[1, 2, 3], 3, 6]]\n";
    let directory = Directory::with(&[("sum.c", program), ("sum.toml", suite)]);
    let said = directory.says(&["repair", "sum.c", "--tests", "sum.toml", "--max-edits", "1"]);
    let is_mended = said.contains("`1` becomes `0`") || said.contains("line 3: ");
    assert!(is_mended, "{said}");
}
