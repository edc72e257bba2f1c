size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);

char *strtok_r(char *s, const char *delimiters, char **rest)
{
    char *end;
    if (!s)
        s = *rest;
    s += strspn(s, delimiters);
    if (!*s) {
        *rest = s;
        return 0;
    }
    end = s + strcspn(s, delimiters);
    if (*end)
        *end++ = 0;
    *rest = end;
    return s;
}
