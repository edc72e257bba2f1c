// find: fails kind=contract line=5 function=sort
// input: a=[3, 2, 1]; n=3
// passing input: a=[1, 3, 2]; n=3
/*@ requires 0 < n && n <= 4 && \valid(a + (0..n-1));
    ensures \forall integer i; 0 <= i && i < n - 1 ==> a[i] <= a[i + 1];
*/
void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int value = a[i], at = i;
        while (at > 1 && a[at - 1] > value) {
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
    }
}
