// find: safe function=position
// input: a=[4, 8, 15]; n=3; key=16
// input: a=[4]; n=1; key=4
/*@ requires 0 < n && n <= 6 && \valid(a + (0..n-1));
    ensures \result >= 0 ==> a[\result] == key; */
int position(const int *a, int n, int key)
{
    int i = 0;
    while (i < n && a[i] != key)
        i++;
    return i < n ? i : -1;
}
