int main(void)
{
    unsigned char c = 1;
    int n = 20;
    return (c << n) == 1 << 20 ? 0 : 1;
} //~ none
