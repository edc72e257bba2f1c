char *strchr(const char *, int);
char *strrchr(const char *, int);

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}
