int main(void)
{
    int x = -2147483648;
    long y = -x; //~ overflow@14
    return y > 0;
}
