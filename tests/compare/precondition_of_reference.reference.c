//@ requires 0 <= n && n < 100;
int increase(int n)
{
    return 2 + n;
}
