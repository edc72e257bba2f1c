/* One byte is one character in the "C" locale. */
size_t mbstowcs(wchar_t *to, const char *from, size_t n)
{
    size_t i = 0;
    while (from[i] && (!to || i < n)) {
        if (to)
            to[i] = (unsigned char)from[i];
        i++;
    }
    if (to && i < n)
        to[i] = 0;
    return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n)
{
    size_t i = 0;
    while (from[i] && (!to || i < n)) {
        if (from[i] < 0 || from[i] > 255)
            return (size_t)-1;
        if (to)
            to[i] = (char)from[i];
        i++;
    }
    if (to && i < n)
        to[i] = 0;
    return i;
}

int mbtowc(wchar_t *to, const char *from, size_t n)
{
    if (!from)
        return 0;
    if (n == 0)
        return -1;
    if (to)
        *to = (unsigned char)*from;
    return *from != 0;
}

int wctomb(char *to, wchar_t c)
{
    if (!to)
        return 0;
    if (c < 0 || c > 255)
        return -1;
    *to = (char)c;
    return 1;
}

int mblen(const char *from, size_t n)
{
    return mbtowc(0, from, n);
}
