int main(void)
{
    int a[5] = { 1, 3, 2, 4, 5 };
    /*@ assert \forall integer k; 0 <= k < 4 ==> a[k] <= a[k + 1]; */ //~ contract@16: \forall integer k; 0 <= k < 4 ==> a[k] <= a[k + 1] does not hold
    return 0;
}
