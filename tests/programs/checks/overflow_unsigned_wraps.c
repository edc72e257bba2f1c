int main(void)
{
    unsigned u = 0;
    unsigned long l = ~0ul;
    u--;
    l += 2;
    u *= u;
    u = -u;
    return u + 1 - l + 1;
} //~ none
