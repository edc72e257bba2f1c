int main(void)
{
    long x = 1;
    x = x << 62;
    x = x * 2; //~ overflow@9
    return 0;
}
