int main(void)
{
    unsigned long one = 1;
    int i;
    for (i = 60; i < 70; i++)
        one |= 1ul << i; //~ shift@16
    return 0;
}
