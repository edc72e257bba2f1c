int fprintf(FILE *, const char *, ...);
extern FILE *stdout;

unsigned fputwc(wchar_t c, FILE *stream)
{
    fprintf(stream, "%lc", (unsigned)c);
    return (unsigned)c;
}

unsigned putwc(wchar_t c, FILE *stream)
{
    return fputwc(c, stream);
}

unsigned putwchar(wchar_t c)
{
    return fputwc(c, stdout);
}

int fputws(const wchar_t *s, FILE *stream)
{
    if (*s)
        fprintf(stream, "%ls", s);
    return 1;
}
