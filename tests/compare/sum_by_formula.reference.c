int sum(unsigned char n)
{
    return n * (n + 1) / 2;
}
