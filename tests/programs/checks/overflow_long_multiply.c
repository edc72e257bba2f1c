int main(void)
{
    long x = 1;
    x = x << 62;
    x = x * 2; //~ overflow@9: 4611686018427387904 * 2 does not fit in long
    return 0;
}
