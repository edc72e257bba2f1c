int main(void)
{
    int a[3] = { 1, 2, 3 }, i = 0;
    while (a[i] != 0) //~ bounds@12
        i++;
    return i;
}
