int main(void)
{
    int a[3] = { 1, 2, 3 };
    int *p = a;
    *--p = 5; //~ bounds@5: write of 4 bytes, 4 bytes before the start of a[3]
    return 0;
}
