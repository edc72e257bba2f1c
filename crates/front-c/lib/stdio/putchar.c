int fputc(int, FILE *);
extern FILE *stdout;

int putchar(int c)
{
    return fputc(c, stdout);
}

int putchar_unlocked(int c)
{
    return fputc(c, stdout);
}
