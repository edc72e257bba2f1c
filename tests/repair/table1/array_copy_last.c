/* Copies s2[0 .. n] to s1. The original of row Arr/6 has n as the last index; that of Arr/7 has n as the number
   of elements, as array_copy.c does. */

/*@ requires 0 <= n <= 4 && \valid(s1 + (0 .. n)) && \valid(s2 + (0 .. n));
    ensures \forall integer k; 0 <= k <= n ==> s1[k] == \old(s2[k]); */
void array_copy(int s1[], int s2[], int n)
{
    int i;
    i = 0;
    while (i <= n) {
        s1[i] = s2[i];
        i = i + 1;
    }
}
