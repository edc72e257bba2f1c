// find: safe function=maximum
// input: a=[1, 2]; n=2
// input: a=[-3]; n=1
/*@ requires 0 < n && n <= 5 && \valid(a + (0..n-1));
    ensures \forall integer i; 0 <= i && i < n ==> a[i] <= \result;
    ensures \exists integer i; 0 <= i && i < n && a[i] == \result; */
int maximum(const int *a, int n)
{
    int best = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}
