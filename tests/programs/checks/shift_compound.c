int main(void)
{
    unsigned x = 5, n = 40;
    x >>= n; //~ shift@5
    return x;
}
