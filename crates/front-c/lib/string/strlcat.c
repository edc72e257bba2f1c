size_t strlen(const char *);
size_t strlcpy(char *, const char *, size_t);

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t n = 0;
    while (n < size && to[n])
        n++;
    if (n == size)
        return n + strlen(from);
    return n + strlcpy(to + n, from, size - n);
}
