/* Quicksort of a[left .. right]. The pivot is the element in the middle; it waits in a[left] while smaller
   elements are collected in a[left + 1 .. last]. */

void quicksort(int a[], int left, int right)
{
    int i, last, temp;
    if (left >= right)
        return;
    last = (left + right) / 2;
    temp = a[left];
    a[left] = a[last];
    a[last] = temp;
    last = left;
    i = left + 1;
    while (i <= right) {
        if (a[i] < a[left]) {
            last = last + 1;
            temp = a[last];
            a[last] = a[i];
            a[i] = temp;
        }
        i = i + 1;
    }
    temp = a[left];
    a[left] = a[last];
    a[last] = temp;
    quicksort(a, left, last - 1);
    quicksort(a, last + 1, right);
}

/* Every value occurs as often as before. */
/*@ requires 0 <= n <= 4 && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 3;
    ensures \forall integer k; 0 < k < n ==> a[k - 1] <= a[k];
    ensures \forall integer v; 0 <= v <= 3 ==>
        (n > 0 && a[0] == v ? 1 : 0) + (n > 1 && a[1] == v ? 1 : 0)
            + (n > 2 && a[2] == v ? 1 : 0) + (n > 3 && a[3] == v ? 1 : 0)
        == (\old(n > 0 ? a[0] : -1) == v ? 1 : 0) + (\old(n > 1 ? a[1] : -1) == v ? 1 : 0)
            + (\old(n > 2 ? a[2] : -1) == v ? 1 : 0) + (\old(n > 3 ? a[3] : -1) == v ? 1 : 0); */
void sort(int a[], int n)
{
    quicksort(a, 0, n - 1);
}
