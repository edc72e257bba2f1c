int main(void)
{
    int a[3] = { 1, 2, 3 };
    int *p = a;
    *--p = 5; //~ bounds@5
    return 0;
}
