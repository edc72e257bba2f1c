wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    while (*s != c) {
        if (!*s)
            return 0;
        s++;
    }
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *last = 0;
    while (*s) {
        if (*s == c)
            last = s;
        s++;
    }
    return (wchar_t *)(c ? last : s);
}
