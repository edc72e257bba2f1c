// options: --unwind 5
// expect: same within bounds
int sum(unsigned char n)
{
    int total = 0;
    for (int i = 1; i <= n; i++)
        total += i;
    return total;
}
