#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a), *z = calloc(5, sizeof *z), *p, i;
    char *s;
    for (i = 0; i < 4; i++)
        a[i] = i + 1;
    a = realloc(a, 8 * sizeof *a);
    for (i = 4; i < 8; i++)
        a[i] = a[i - 1] * 2;
    for (i = 0; i < 8; i++)
        printf("%d ", a[i]);
    a = realloc(a, 2 * sizeof *a);
    printf("%d %d\n", a[0], a[1]);
    printf("%d %d\n", z[0], z[4]);
    p = realloc(NULL, sizeof *p);
    *p = 7;
    printf("%d\n", *p);
    free(NULL); free(p); free(a); free(z);
    s = malloc(100);
    strcpy(s, "heap");
    s = realloc(s, 5);
    printf("%s\n", s);
    free(s);
    p = malloc(0);
    free(p);
    p = malloc(SIZE_MAX / 2);
    printf("%d\n", p == NULL);
    p = calloc(SIZE_MAX / 4, 8);
    printf("%d\n", p == NULL);
    for (i = 0; i < 1000; i++) {
        p = malloc(1000);
        p[0] = i;
        if (i == 999) printf("%d\n", p[0]);
        free(p);
    }
    printf("%d\n", (uintptr_t)malloc(1) % 16 == 0);
    p = aligned_alloc(64, 128);
    printf("%d\n", p != NULL);
    free(p);
    return 0;
}
