char *strrchr(const char *s, int c)
{
    const char *last = 0;
    while (*s) {
        if (*s == (char)c)
            last = s;
        s++;
    }
    return (char *)((char)c ? last : s);
}
