unsigned steps(unsigned base, unsigned char count)
{
    return count == 0 ? 1 : base + steps(base, count - 1);
}
