#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void advance(const char **s) { while (**s == ' ') ++*s; }
static int *max(int *a, int n)
{
    int *best = a;
    for (int *p = a; p != a + n; p++)
        if (*p > *best)
            best = p;
    return best;
}

int main(void)
{
    int a[6] = { 3, 1, 4, 1, 5, 9 };
    int *p = a, *q = &a[5], **pp = &p;
    const char *s = "   text";
    void *v = a;
    char *c;
    ptrdiff_t d;
    uintptr_t bits;

    printf("%d", *p++);
    printf(" %d", (*p)++);
    printf(" %d", *++p);
    printf(" %d\n", ++*p);
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    **pp = 50;
    (*pp)--;
    printf("%d %d\n", a[2], *p);
    d = q - a;
    printf("%td %td %d\n", d, p - q, p < q);
    swap(&a[0], q);
    printf("%d %d %d\n", a[0], a[5], *max(a, 6));
    printf("%td\n", max(a, 6) - a);
    advance(&s);
    printf("%s\n", s);
    c = (char *)v + 2 * sizeof(int);
    printf("%d %d\n", *(int *)c, ((int *)v)[3]);
    v += 4;
    printf("%d\n", *(int *)v);
    bits = (uintptr_t)&a[3];
    p = (int *)(bits - sizeof(int));
    printf("%d %d\n", *p, p == &a[2]);
    p = 0;
    printf("%d %d %d\n", p == NULL, !p, q && !p);
    p = a + 6;
    p -= 3;
    printf("%d %d\n", *p, p[-1]);
    printf("%d %d\n", *&*&a[4], (&a[4])[-4]);
    pp = (int *[]){ &a[1], &a[2] };
    printf("%d\n", *pp[1]);
    printf("%d\n", (q - 1)[1] == *q);
    return (int)(q - a);
}
