/* Binary search after Gries: the last i with a[i] <= x in the sorted a[1 .. n], or 0. Nothing is said of a[0]. */

/*@ requires 0 <= n <= 6 && \valid(a + (0 .. n));
    requires \forall integer k; 1 <= k < n ==> a[k] <= a[k + 1];
    ensures 0 <= \result <= n;
    ensures \forall integer k; 1 <= k <= n ==> (a[k] <= x <==> k <= \result); */
int binary_search(int a[], int n, int x)
{
    int i, j, e;
    i = 0;
    j = n + 1;
    while (i + 1 != j) {
        e = (i + j) / 2;
        if (a[e] <= x)
            i = e;
        else
            j = e;
    }
    return i;
}
