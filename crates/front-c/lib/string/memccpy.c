void *memccpy(void *to, const void *from, int c, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    size_t i;
    for (i = 0; i < n; i++) {
        p[i] = q[i];
        if (q[i] == (unsigned char)c)
            return p + i + 1;
    }
    return 0;
}
