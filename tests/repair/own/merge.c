/* Merges two sorted arrays. */

/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1));
    requires 0 <= m <= 3 && \valid(b + (0 .. m - 1));
    requires \valid(out + (0 .. n + m - 1));
    requires \forall integer k; 0 < k < n ==> a[k - 1] <= a[k];
    requires \forall integer k; 0 < k < m ==> b[k - 1] <= b[k];
    ensures \forall integer k; 0 < k < n + m ==> out[k - 1] <= out[k];
    ensures \forall integer i; 0 <= i < n ==> (\exists integer k; 0 <= k < n + m && out[k] == a[i]);
    ensures \forall integer j; 0 <= j < m ==> (\exists integer k; 0 <= k < n + m && out[k] == b[j]); */
void merge(const int *a, int n, const int *b, int m, int *out)
{
    int i = 0, j = 0, k = 0;
    while (i < n && j < m) {
        if (a[i] <= b[j])
            out[k++] = a[i++];
        else
            out[k++] = b[j++];
    }
    while (i < n)
        out[k++] = a[i++];
    while (j < m)
        out[k++] = a[j++];
}
