int main(void)
{
    int a[4], i;
    for (i = 0; i < 3; i++)
        a[i] = i;
    return a[3]; //~ uninit@12: a[3] is used uninitialised
}
