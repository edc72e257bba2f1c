// expect: same within bounds
//@ requires 0 <= n && n <= 3;
void fill(char *to, int n, char c)
{
    for (int i = 0; i < n; i++)
        to[i] = c;
    to[n] = 0;
}
