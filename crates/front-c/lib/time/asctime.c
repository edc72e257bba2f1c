struct tm;
struct tm *gmtime(const long *);
size_t strftime(char *, size_t, const char *, const struct tm *);

static char text[64];

char *asctime(const struct tm *time)
{
    strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y\n", time);
    return text;
}

char *ctime(const long *time)
{
    return asctime(gmtime(time));
}
