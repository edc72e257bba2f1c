int fputc(int, FILE *);

int putc(int c, FILE *stream)
{
    return fputc(c, stream);
}

int putc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}

int fputc_unlocked(int c, FILE *stream)
{
    return fputc(c, stream);
}
