int strncmp(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i])
        i++;
    return i < n ? (unsigned char)a[i] - (unsigned char)b[i] : 0;
}
