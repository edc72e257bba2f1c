#include <stdarg.h>
#include <stdio.h>

static int log_line(const char *format, ...)
{
    va_list ap;
    char buffer[40];
    int n;
    va_start(ap, format);
    n = vsnprintf(buffer, sizeof buffer, format, ap);
    va_end(ap);
    fputs(buffer, stdout);
    va_start(ap, format);
    vfprintf(stdout, format, ap);
    va_end(ap);
    va_start(ap, format);
    n += vsprintf(buffer, format, ap);
    va_end(ap);
    return n;
}

int main(void)
{
    int r;
    r = puts("puts");
    printf("%d\n", r >= 0);
    r = putchar('p');
    printf("%c\n", r);
    putchar('\n');
    r = fputs("fputs", stdout) >= 0;
    fputc('c', stdout);
    putc('\n', stdout);
    printf("%d %d\n", r, fputc(300, stdout));
    fprintf(stdout, "%s %d\n", "fprintf", 3);
    fprintf(stderr, "to stderr\n");
    fputs("also stderr\n", stderr);
    printf("%d\n", log_line("%d %s %.1f\n", 7, "seven", 7.0));
    printf("%d\n", (int)fwrite("fwrite\n", 1, 7, stdout));
    printf("%d\n", (int)fwrite("ababab\n", 3, 2, stdout));
    fflush(stdout);
    fflush(NULL);
    setbuf(stdout, NULL);
    perror("perror");
    printf("no newline at the end");
    return 0;
}
