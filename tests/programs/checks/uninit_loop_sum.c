int main(void)
{
    int a[3] = { 1, 2, 3 }, sum, i;
    for (i = 0; i < 3; i++)
        sum += a[i]; //~ uninit@9: sum is used uninitialised
    return sum;
}
