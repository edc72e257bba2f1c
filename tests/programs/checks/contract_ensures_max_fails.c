// whydunit: --function max --input a=[1,3,7] --input n=3
/*@ requires n > 0;
    ensures \exists integer k; 0 <= k < n && a[k] == \result;
    ensures \forall integer k; 0 <= k < n ==> a[k] <= \result; */ //~ contract@13: \forall integer k; 0 <= k < n ==> a[k] <= \result does not hold
int max(int *a, int n)
{
    int best = a[0], i;
    for (i = 1; i < n - 1; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}
