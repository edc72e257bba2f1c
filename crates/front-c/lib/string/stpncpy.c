void *memset(void *, int, size_t);

char *stpncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    while (i < n && (to[i] = from[i]))
        i++;
    if (i < n)
        memset(to + i, 0, n - i);
    return to + i;
}
