size_t strcspn(const char *, const char *);

char *strsep(char **text, const char *delimiters)
{
    char *s = *text;
    char *end;
    if (!s)
        return 0;
    end = s + strcspn(s, delimiters);
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = 0;
    }
    return s;
}
