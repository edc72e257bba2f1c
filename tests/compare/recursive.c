// options: --unwind 3
// expect: same within bounds
unsigned power(unsigned base, unsigned char exponent)
{
    unsigned result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}
