int fprintf(FILE *, const char *, ...);
char *strerror(int);
extern FILE *stderr;
extern int errno;

void perror(const char *s)
{
    if (s && *s)
        fprintf(stderr, "%s: ", s);
    fprintf(stderr, "%s\n", strerror(errno));
}
