/* The largest element of an array without negative elements: the originals of rows Max/1 and Max/3 begin with
   `s = 0` and `i = 0`, other than the paper's first figure (`s = a[0]`, `i = 1`). */

/*@ requires 0 < n <= 5 && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 100;
    ensures \forall integer k; 0 <= k < n ==> \result >= a[k];
    ensures \exists integer k; 0 <= k < n && \result == a[k]; */
int max(int a[], int n)
{
    int i, s;
    i = 0;
    s = 0;
    while (i < n) {
        if (s < a[i])
            s = a[i];
        i = i + 1;
    }
    return s;
}
