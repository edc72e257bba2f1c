size_t wcsspn(const wchar_t *, const wchar_t *);
size_t wcscspn(const wchar_t *, const wchar_t *);

wchar_t *wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **rest)
{
    wchar_t *end;
    if (!s)
        s = *rest;
    s += wcsspn(s, delimiters);
    if (!*s) {
        *rest = s;
        return 0;
    }
    end = s + wcscspn(s, delimiters);
    if (*end)
        *end++ = 0;
    *rest = end;
    return s;
}
