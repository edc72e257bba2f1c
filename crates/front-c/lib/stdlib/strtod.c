extern int errno;
double __whydunit_strtod(const char *, char **);

/* Does a number, not the word for an infinity or NaN, stand in the text, and is it not zero? */
static int is_nonzero_number(const char *s, const char *end)
{
    while (s != end && (*s == ' ' || (*s >= '\t' && *s <= '\r') || *s == '-' || *s == '+'))
        s++;
    if (s != end && (*s == 'i' || *s == 'I' || *s == 'n' || *s == 'N'))
        return 0;
    if (end - s > 2 && (s[1] == 'x' || s[1] == 'X')) {
        s += 2;
        while (s != end && (*s == '0' || *s == '.'))
            s++;
        return s != end && *s != 'p' && *s != 'P';
    }
    while (s != end && (*s == '0' || *s == '.'))
        s++;
    return s != end && *s != 'e' && *s != 'E';
}

static void check_range(double value, double tiny, double huge, const char *text, const char *end)
{
    double size = value < 0 ? -value : value;
    if ((size < tiny || size > huge) && is_nonzero_number(text, end))
        errno = 34;
}

double strtod(const char *text, char **end)
{
    char *stop;
    double value = __whydunit_strtod(text, &stop);
    check_range(value, 2.2250738585072014e-308, 1.7976931348623157e308, text, stop);
    if (end)
        *end = stop;
    return value;
}

float strtof(const char *text, char **end)
{
    char *stop;
    float value = (float)__whydunit_strtod(text, &stop);
    check_range(value, 1.1754943508222875e-38, 3.4028234663852886e38, text, stop);
    if (end)
        *end = stop;
    return value;
}

long double strtold(const char *text, char **end)
{
    return strtod(text, end);
}
