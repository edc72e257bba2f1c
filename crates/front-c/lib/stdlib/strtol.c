unsigned long long __whydunit_parse_integer(const char *, char **, int, unsigned long long,
                                            unsigned long long, int *);

long strtol(const char *text, char **end, int base)
{
    unsigned long max = ~0UL >> 1;
    int negative;
    unsigned long value =
        (unsigned long)__whydunit_parse_integer(text, end, base, max, max + 1, &negative);
    return (long)(negative ? 0 - value : value);
}
