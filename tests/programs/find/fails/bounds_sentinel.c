// find: fails kind=bounds line=9 function=position
// input: a=[4, 8, 15]; n=3; key=16
// passing input: a=[4, 8, 15]; n=3; key=15
/* Finds a key that is supposed to be there. */
//@ requires 0 < n && n <= 6 && \valid(a + (0..n-1));
int position(const int *a, int n, int key)
{
    int i = 0;
    while (a[i] != key)
        i++;
    return i < n ? i : -1;
}
