int main(void)
{
    int a[2] = { 0, 0 }, i = 1;
    a[i++] += 5;
    a[i] += 5; //~ bounds@5: index 2 is out of bounds of a[2]
    return 0;
}
