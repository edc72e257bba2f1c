// cflags: -m32
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; char text[8]; long value; };
static long sum(int n, ...)
{
    va_list ap;
    long total = 0;
    va_start(ap, n);
    while (n-- > 0) {
        total += va_arg(ap, long);
        total += (long)va_arg(ap, double);
        total += (long)va_arg(ap, long long);
    }
    va_end(ap);
    return total;
}

int main(void)
{
    struct node *head = 0, **tail = &head;
    char buffer[16], *end;
    const char *names[] = { "alpha", "beta", "gamma" };
    int i;
    for (i = 0; i < 3; i++) {
        *tail = calloc(1, sizeof **tail);
        strcpy((*tail)->text, names[i]);
        (*tail)->value = i - 1;
        tail = &(*tail)->next;
    }
    for (; head; head = head->next)
        printf("%s %ld %p\n", head->text, head->value, (void *)0);
    printf("%ld\n", sum(2, 1L, 2.5, 3LL, 10L, 20.5, 1LL << 20));
    sprintf(buffer, "%ld", 123456789L);
    printf("%s %ld", buffer, strtol("99x", &end, 10));
    printf(" %s\n", end);
    printf("%d\n", (int)(end - end + sizeof end));
    return 0;
}
