wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t i = 0;
    while (i < n && (to[i] = from[i]))
        i++;
    while (i < n) {
        to[i] = 0;
        i++;
    }
    return to;
}
