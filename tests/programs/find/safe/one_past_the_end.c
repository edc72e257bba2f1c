// find: safe function=sum
// input: a=[1, 2, 3]; n=3
// input: a=[5]; n=0
/* The end of an array is a place to stop, not to look at. */
//@ requires 0 <= n && n <= 5 && \valid(a + (0..n-1));
int sum(const short *a, int n)
{
    const short *end = a + n;
    int total = 0;
    while (a != end)
        total += *a++;
    return total;
}
