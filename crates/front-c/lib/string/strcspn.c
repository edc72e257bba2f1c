size_t strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n]) {
        const char *p = set;
        while (*p && *p != s[n])
            p++;
        if (*p)
            break;
        n++;
    }
    return n;
}
