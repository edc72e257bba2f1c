long long strtoll(const char *, char **, int);

long long atoll(const char *text)
{
    return strtoll(text, 0, 10);
}
