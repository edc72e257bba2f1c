//! Small faulty programs, with suites that show the faults.

pub(crate) const LARGEST: &str = "/*@ requires 0 < n <= 4 && \\valid(a + (0 .. n - 1));
    ensures \\forall integer k; 0 <= k < n ==> \\result >= a[k];
    ensures \\exists integer k; 0 <= k < n && \\result == a[k]; */
int largest(const int *a, int n)
{
    int best = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] < best)
            best = a[i];
    }
    return best;
}
";
pub(crate) const LARGEST_SUITE: &str = r#"function = "largest"

[[table]]
columns = ["a", "n"]
rows = [
    [[5], 1],
    [[2, 8], 2],
    [[8, 2], 2],
    [[3, 9, 4], 3],
    [[-3, -9, -4, -3], 4],
]
"#;

pub(crate) const DISTANCE: &str = "int distance(int a, int b)
{
    if (a > b)
        return a + b;
    return b + a;
}
";
pub(crate) const DISTANCE_SUITE: &str = r#"function = "distance"

[[table]]
columns = ["a", "b", "result"]
rows = [
    [7, 3, 4],
    [3, 7, 4],
    [-2, 5, 7],
    [5, -2, 7],
    [0, 0, 0],
]
"#;

pub(crate) const DIGITS: &str = "#include <stdio.h>

int main(void)
{
    int n, digits = 0;
    if (scanf(\"%d\", &n) != 1 || n < 0)
        return 1;
    while (n > 0) {
        digits++;
        n = n % 10;
    }
    printf(\"%d\\n\", digits);
    return 0;
}
";
