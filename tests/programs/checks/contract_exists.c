int main(void)
{
    int a[3] = { 1, 2, 3 };
    /*@ assert \exists integer k; 0 <= k < 3 && a[k] == 4; */ //~ contract@16: \exists integer k; 0 <= k < 3 && a[k] == 4 does not hold
    return 0;
}
