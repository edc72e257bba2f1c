extern int errno;

static int digit_value(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/* The magnitude of the integer at `text`, at most `above` (after a minus: `below`). */
unsigned long long __whydunit_parse_integer(const char *text, char **end, int base,
                                            unsigned long long above, unsigned long long below,
                                            int *negative)
{
    const char *s = text;
    unsigned long long value = 0;
    unsigned long long limit;
    int digits = 0;
    int overflow = 0;
    int digit;
    *negative = 0;
    if (base < 0 || base == 1 || base > 36) {
        errno = 22;
        return 0;
    }
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    if (*s == '-' || *s == '+') {
        *negative = *s == '-';
        s++;
    }
    if (*s == '0') {
        if ((base == 0 || base == 16) && (s[1] == 'x' || s[1] == 'X') && digit_value(s[2]) < 16) {
            base = 16;
            s += 2;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    limit = *negative ? below : above;
    while ((digit = digit_value(*s)) < base) {
        digits = 1;
        if (value > (limit - (unsigned long long)digit) / (unsigned long long)base)
            overflow = 1;
        else
            value = value * (unsigned long long)base + (unsigned long long)digit;
        s++;
    }
    if (end)
        *end = (char *)(digits ? s : text);
    if (!overflow)
        return value;
    errno = 34;
    return limit;
}
