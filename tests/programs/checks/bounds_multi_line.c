/* The place is that of the subexpression, not of the statement. */
int main(void)
{
    int a[2] = { 1, 2 }, i = 2;
    int sum = a[0]
        + a[1]
        + a[i]; //~ bounds@11: index 2 is out of bounds of a[2]
    return sum;
}
