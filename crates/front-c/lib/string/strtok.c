char *strtok_r(char *, const char *, char **);

static char *rest;

char *strtok(char *s, const char *delimiters)
{
    return strtok_r(s, delimiters, &rest);
}
