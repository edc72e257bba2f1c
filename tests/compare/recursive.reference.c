unsigned power(unsigned base, unsigned char exponent)
{
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
