/* The sum of the elements of an array. */

/*@ requires 0 < n <= 5 && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> -100 <= a[k] <= 100;
    ensures \result == a[0] + (n > 1 ? a[1] : 0) + (n > 2 ? a[2] : 0)
                       + (n > 3 ? a[3] : 0) + (n > 4 ? a[4] : 0); */
int sum(int a[], int n)
{
    int i, s;
    i = 0;
    s = 0;
    while (i < n) {
        s = s + a[i];
        i = i + 1;
    }
    return s;
}
