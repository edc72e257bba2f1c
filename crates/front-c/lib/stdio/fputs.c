int fprintf(FILE *, const char *, ...);

int fputs(const char *s, FILE *stream)
{
    if (*s)
        fprintf(stream, "%s", s);
    return 1;
}

int fputs_unlocked(const char *s, FILE *stream)
{
    return fputs(s, stream);
}
