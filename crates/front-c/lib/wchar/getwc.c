int fgetc(FILE *);
extern FILE *stdin;

unsigned fgetwc(FILE *stream)
{
    return (unsigned)fgetc(stream);
}

unsigned getwc(FILE *stream)
{
    return (unsigned)fgetc(stream);
}

unsigned getwchar(void)
{
    return (unsigned)fgetc(stdin);
}

wchar_t *fgetws(wchar_t *s, int size, FILE *stream)
{
    int n = 0;
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = fgetc(stream);
        if (c == -1) {
            if (n == 0)
                return 0;
            break;
        }
        s[n] = c;
        n++;
        if (c == '\n')
            break;
    }
    s[n] = 0;
    return s;
}
