int rand_r(unsigned *seed)
{
    unsigned next = *seed * 1103515245u + 12345u;
    unsigned result = next / 65536 % 2048;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}
