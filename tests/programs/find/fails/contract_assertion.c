// find: fails kind=contract line=11 function=collect
// input: a=[1, -4, 2]; n=3
// passing input: a=[1, 4, 2]; n=3
//@ requires 0 < n && n <= 5 && \valid(a + (0..n-1));
int collect(const short *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int before = sum;
        sum += a[i];
        //@ assert sum >= before;
    }
    return sum;
}
