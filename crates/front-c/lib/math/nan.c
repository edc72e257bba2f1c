double nan(const char *payload)
{
    (void)payload;
    return __builtin_nan("");
}

float nanf(const char *payload)
{
    (void)payload;
    return __builtin_nanf("");
}

long double nanl(const char *payload)
{
    (void)payload;
    return __builtin_nan("");
}
