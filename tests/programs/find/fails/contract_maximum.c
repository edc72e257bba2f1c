// find: fails kind=contract line=5 function=maximum
// input: a=[1, 2]; n=2
// passing input: a=[2, 1]; n=2
/*@ requires 0 < n && n <= 8 && \valid(a + (0..n-1));
    ensures \forall integer i; 0 <= i && i < n ==> a[i] <= \result;
*/
int maximum(const int *a, int n)
{
    int best = a[0];
    for (int i = 1; i < n - 1; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}
