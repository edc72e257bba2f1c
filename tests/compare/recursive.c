// options: --unwind 3
// expect: same within bounds
unsigned steps(unsigned base, unsigned char count)
{
    unsigned result = 1;
    while (count-- > 0)
        result += base;
    return result;
}
