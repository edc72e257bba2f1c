static unsigned long long state = 0x1234abcd330eULL;

static unsigned long long step(void)
{
    state = state * 0x5deece66dULL + 0xb & 0xffffffffffffULL;
    return state;
}

void srand48(long seed)
{
    state = (unsigned long long)(seed & 0xffffffffL) << 16 | 0x330e;
}

double drand48(void)
{
    return (double)step() / 281474976710656.0;
}

long lrand48(void)
{
    return (long)(step() >> 17);
}

long mrand48(void)
{
    return (int)(step() >> 16);
}
