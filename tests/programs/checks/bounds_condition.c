int main(void)
{
    int a[3] = { 1, 2, 3 }, i = 0;
    while (a[i] != 0) //~ bounds@12: index 3 is out of bounds of a[3]
        i++;
    return i;
}
