int main(void)
{
    unsigned u = 1;
    unsigned long l = 1;
    int n = 31;
    u <<= n;
    l <<= 63;
    return u >> 31 == 1 && l >> 63 == 1 && -1 >> 31 == -1 ? 0 : 1;
} //~ none
