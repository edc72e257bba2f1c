// find: fails kind=contract line=7 function=search
// input: a=[2, 4, 6]; n=3; key=6
// passing input: a=[2, 4, 6]; n=3; key=4
/*@ requires 0 < n && n <= 5 && \valid(a + (0..n-1));
    requires \forall integer i; 0 <= i && i < n - 1 ==> a[i] < a[i + 1];
    ensures \result >= 0 ==> a[\result] == key;
    ensures \result < 0 ==> !(\exists integer i; 0 <= i && i < n && a[i] == key);
*/
int search(const int *a, int n, int key)
{
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            return middle;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
