int main(void)
{
    unsigned x = 5, n = 40;
    x >>= n; //~ shift@5: shift of a 32-bit unsigned int by 40
    return x;
}
