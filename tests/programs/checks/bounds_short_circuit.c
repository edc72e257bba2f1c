int main(void)
{
    int a[3] = { 1, 2, 3 }, i = 0;
    while (i < 3 && a[i] != 0)
        i++;
    return i - 3;
} //~ none
