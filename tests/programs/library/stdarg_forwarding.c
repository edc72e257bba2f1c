#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int scan(const char *s, const char *format, ...)
{
    va_list ap;
    int n;
    va_start(ap, format);
    n = vsscanf(s, format, ap);
    va_end(ap);
    return n;
}
static char *concat(char *to, const char *first, ...)
{
    va_list ap;
    const char *s;
    *to = 0;
    va_start(ap, first);
    for (s = first; s; s = va_arg(ap, const char *))
        strcat(to, s);
    va_end(ap);
    return to;
}
static void walk(int n, va_list *ap) { while (n--) printf("%d ", va_arg(*ap, int)); }
static void split(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    walk(n / 2, &ap);
    printf("| ");
    walk(n - n / 2, &ap);
    printf("\n");
    va_end(ap);
}
static double average(int n, ...)
{
    va_list ap, again;
    double s = 0, q = 0;
    int i;
    va_start(ap, n);
    va_copy(again, ap);
    for (i = 0; i < n; i++) s += va_arg(ap, double);
    for (i = 0; i < n; i++) { double d = va_arg(again, double) - s / n; q += d * d; }
    va_end(again);
    va_end(ap);
    return s / n + q * 1000;
}

int main(void)
{
    int a, b;
    char buffer[32], word[8];
    printf("%d", scan("3 4 five", "%d %d %7s", &a, &b, word));
    printf(" %d %d %s\n", a, b, word);
    puts(concat(buffer, "a", "bc", "", "def", (char *)0));
    split(5, 1, 2, 3, 4, 5);
    printf("%g\n", average(3, 1.0, 2.0, 4.5f));
    return 0;
}
