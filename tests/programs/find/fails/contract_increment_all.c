// find: fails kind=contract line=7 function=increment_all
// input: a=[7, 7, 9]; n=3; limit=9
// passing input: a=[7, 7, 8]; n=3; limit=9
/*@ requires 0 <= n && n <= 4 && \valid(a + (0..n-1));
    requires \forall integer i; 0 <= i && i < n ==> a[i] <= limit;
    requires limit < 1000;
    ensures \forall integer i; 0 <= i && i < n ==> a[i] == \old(a[i]) + 1;
*/
void increment_all(int *a, int n, int limit)
{
    for (int i = 0; i < n; i++)
        if (a[i] < limit)
            a[i]++;
}
