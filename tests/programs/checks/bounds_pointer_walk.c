int main(void)
{
    int a[3] = { 1, 2, 3 }, sum = 0;
    int *p;
    for (p = a; p <= a + 3; p++)
        sum += *p; //~ bounds@16
    return sum;
}
