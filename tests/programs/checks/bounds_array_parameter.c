static int sum(int a[], int n)
{
    int i, s = 0;
    for (i = 0; i < n; i++)
        s += a[i]; //~ bounds@14: read of 4 bytes just past the end of a[3]
    return s;
}

int main(void)
{
    int a[3] = { 1, 2, 3 };
    return sum(a, 4);
}
