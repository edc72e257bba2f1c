/*@ requires \valid(a + (0 .. n - 1)); */
static void clear(int *a, int n)
{
    while (n-- > 0)
        a[n] = 0;
}

int main(void)
{
    int a[4];
    clear(a, 4);
    clear(a + 1, 3);
    clear(a + 1, 4); //~ contract@5: precondition of clear is broken: \valid(a + (0 .. n - 1))
    return 0;
}
