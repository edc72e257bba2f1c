//~ none
int main(void)
{
    unsigned u;
    char c;
    u = (u & ~0xffu) | 7;
    if ((u & 0xf) != 7)
        return 1;
    if (((u & 1) > 5) || ((u << 28 >> 28) != 7))
        return 2;
    int n = c + 1;
    n = n * 2;
    return (n & 0) + (u * 256 & 0xff);
}
