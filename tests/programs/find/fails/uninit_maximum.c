// find: fails kind=uninit line=15 function=maximum
// input: a=[-1, -5]; n=2
// passing input: a=[-1, 5]; n=2
/* "The first positive one will set it." */
//@ requires 0 < n && n <= 4 && \valid(a + (0..n-1));
int maximum(const int *a, int n)
{
    int best;
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0 && (!found || a[i] > best)) {
            best = a[i];
            found = 1;
        }
    return best;
}
