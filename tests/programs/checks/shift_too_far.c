int main(void)
{
    int n = 32;
    return 1 << n; //~ shift@12: shift of a 32-bit int by 32
}
