void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)
{
    return memcpy(to, from, n * sizeof(wchar_t));
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    return memmove(to, from, n * sizeof(wchar_t));
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}
