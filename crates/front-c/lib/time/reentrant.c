struct tm;
struct tm *gmtime(const long *);
size_t strftime(char *, size_t, const char *, const struct tm *);

char *asctime_r(const struct tm *time, char *text)
{
    strftime(text, 26, "%a %b %e %H:%M:%S %Y\n", time);
    return text;
}

char *ctime_r(const long *time, char *text)
{
    return asctime_r(gmtime(time), text);
}
