int main(void)
{
    unsigned long one = 1;
    int i;
    for (i = 60; i < 70; i++)
        one |= 1ul << i; //~ shift@16: shift of a 64-bit unsigned long by 64
    return 0;
}
