// expect: same
int middle(int a, int b, int c)
{
    if (a > b) {
        int held = a;
        a = b;
        b = held;
    }
    if (c <= a)
        return a;
    return c < b ? c : b;
}
