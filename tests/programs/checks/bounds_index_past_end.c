int main(void)
{
    int a[4], i;
    for (i = 0; i <= 4; i++)
        a[i] = i; //~ bounds@9: index 4 is out of bounds of a[4]
    return 0;
}
