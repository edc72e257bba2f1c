// find: safe function=increment_all
// input: a=[7, -7, 9]; n=3
// input: a=[0]; n=0
/*@ requires 0 <= n && n <= 3 && \valid(a + (0..n-1));
    requires \forall integer i; 0 <= i && i < n ==> a[i] < 1000;
    ensures \forall integer i; 0 <= i && i < n ==> a[i] == \old(a[i]) + 1; */
void increment_all(int *a, int n)
{
    //@ loop invariant 0 <= i && i <= n;
    for (int i = 0; i < n; i++)
        a[i]++;
}
