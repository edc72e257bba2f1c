/*@ requires n > 0;
    requires \valid_read(a + (0 .. n - 1)); */
static int first(const int *a, int n)
{
    return a[0];
}

int main(void)
{
    int a[2] = { 0, 1 };
    int r = first(a, 2);
    return r + first(a, 0); //~ contract@16: precondition of first is broken: n > 0
}
