size_t wcslen(const wchar_t *);
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);

wchar_t *wcsdup(const wchar_t *s)
{
    size_t size = (wcslen(s) + 1) * sizeof(wchar_t);
    wchar_t *copy = malloc(size);
    if (copy)
        memcpy(copy, s, size);
    return copy;
}
