int main(void)
{
    int a[3] = { 1, 2, 3 }, s = 0;
    int *p = a - 1;
    while (p != a + 2) s += *++p;
    return s - 6;
} //~ none
