void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    while (n > 0) {
        n--;
        if (p[n] == (unsigned char)c)
            return (void *)(p + n);
    }
    return 0;
}
