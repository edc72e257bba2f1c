int main(void)
{
    unsigned u;
    u = (u & ~0xffu) | 7;
    unsigned low = u & 0xf;
    unsigned high = u >> 7;
    if (low != 7)
        return 1;
    if (high & 2) //~ uninit@9: high comes from u (line 3), which has no value
        return 2;
    return 0;
}
