extern int errno;
unsigned long long __whydunit_parse_integer(const char *, char **, int, unsigned long long,
                                            unsigned long long, int *);

unsigned long long strtoull(const char *text, char **end, int base)
{
    int before = errno;
    int negative;
    int overflow;
    unsigned long long value;
    errno = 0;
    value = __whydunit_parse_integer(text, end, base, ~0ULL, ~0ULL, &negative);
    overflow = errno == 34;
    if (errno == 0)
        errno = before;
    return negative && !overflow ? 0 - value : value;
}

unsigned long long strtoumax(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}
