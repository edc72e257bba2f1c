/* Copies the n elements of s2 to s1. */

/*@ requires 0 <= n <= 5 && \valid(s1 + (0 .. n - 1)) && \valid(s2 + (0 .. n - 1));
    ensures \forall integer k; 0 <= k < n ==> s1[k] == \old(s2[k]); */
void array_copy(int s1[], int s2[], int n)
{
    int i;
    i = 0;
    while (i < n) {
        s1[i] = s2[i];
        i = i + 1;
    }
}
