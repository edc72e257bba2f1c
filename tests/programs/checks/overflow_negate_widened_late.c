int main(void)
{
    int x = -2147483648;
    long y = -x; //~ overflow@14: -(-2147483648) does not fit in int
    return y > 0;
}
