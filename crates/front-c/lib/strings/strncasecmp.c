int tolower(int);

int strncasecmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i]))
        i++;
    return i < n ? tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]) : 0;
}
