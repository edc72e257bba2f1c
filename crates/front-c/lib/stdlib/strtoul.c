extern int errno;
unsigned long long __whydunit_parse_integer(const char *, char **, int, unsigned long long,
                                            unsigned long long, int *);

unsigned long strtoul(const char *text, char **end, int base)
{
    int before = errno;
    int negative;
    int overflow;
    unsigned long value;
    errno = 0;
    value = (unsigned long)__whydunit_parse_integer(text, end, base, ~0UL, ~0UL, &negative);
    overflow = errno == 34;
    if (errno == 0)
        errno = before;
    return negative && !overflow ? 0 - value : value;
}
