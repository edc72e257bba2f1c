unsigned long long __whydunit_parse_integer(const char *, char **, int, unsigned long long,
                                            unsigned long long, int *);

long long strtoll(const char *text, char **end, int base)
{
    unsigned long long max = ~0ULL >> 1;
    int negative;
    unsigned long long value = __whydunit_parse_integer(text, end, base, max, max + 1, &negative);
    return (long long)(negative ? 0 - value : value);
}

long long strtoimax(const char *text, char **end, int base)
{
    return strtoll(text, end, base);
}
