int main(void)
{
    int a[3] = { 1, 2, 3 }, sum = 0;
    int *p;
    for (p = a; p <= a + 3; p++)
        sum += *p; //~ bounds@16: read of 4 bytes just past the end of a[3]
    return sum;
}
