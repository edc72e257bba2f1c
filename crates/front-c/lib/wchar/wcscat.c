wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wchar_t *end = to;
    size_t i = 0;
    while (*end)
        end++;
    while ((end[i] = from[i]))
        i++;
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
    wchar_t *end = to;
    size_t i = 0;
    while (*end)
        end++;
    while (i < n && from[i]) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}
