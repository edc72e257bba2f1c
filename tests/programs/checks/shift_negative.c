int main(void)
{
    int n = 3;
    n -= 5;
    return 8 >> n; //~ shift@12: shift of a 32-bit int by -2
}
