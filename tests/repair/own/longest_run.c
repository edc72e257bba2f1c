/* The length of the longest run of equal elements. */

/*@ requires 0 < n <= 5 && \valid(a + (0 .. n - 1));
    ensures 1 <= \result <= n;
    ensures \exists integer s; 0 <= s <= n - \result
                && (\forall integer k; s < k < s + \result ==> a[k] == a[s]);
    ensures \forall integer s; 0 <= s < n - \result ==>
                (\exists integer k; s < k <= s + \result && a[k] != a[s]); */
int longest_run(const int *a, int n)
{
    int run = 0;
    int longest = 1;
    for (int i = 1; i < n; i++) {
        if (a[i] == a[i - 1])
            run++;
        else
            run = 1;
        if (run > longest)
            longest = run;
    }
    return longest;
}
