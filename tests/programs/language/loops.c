#include <stdio.h>

int main(void)
{
    int i, j, n = 0;
    for (i = 0, j = 10; i < j; i++, j--)
        n += i * j;
    printf("%d %d %d\n", i, j, n);
    for (;;)
        if (n-- < 50) break;
    printf("%d\n", n);
    do n += 3; while (n % 7);
    printf("%d\n", n);
    do { n = -1; continue; n = 5; } while (0);
    printf("%d\n", n);
    while (n++ < 3) {
        if (n == 1) continue;
        printf("n=%d ", n);
    }
    printf("%d\n", n);
    for (int i = 0; i < 3; i++) {
        int i = 7;
        printf("%d", i++);
    }
    printf(" %d\n", i);
    for (unsigned u = 3; u-- > 0; )
        printf("%u", u);
    printf("\n");
    for (i = 0; i < 3; i++)
        for (j = 0; j < 5; j++) {
            if (j == 3) break;
            if ((i + j) & 1) continue;
            printf("(%d,%d)", i, j);
        }
    printf("\n");
    for (const char *s = "loop"; *s; s++)
        putchar(*s - 32);
    for (i = 5; i; i--);
    printf(" %d\n", i);
    for (unsigned char c = 250; c >= 250; c++)
        n++;
    printf("%d\n", n);
    for (double d = 0; d < 1; d += 0.25)
        printf("%g ", d);
    while (0) printf("never");
    printf("\n");
    return 0;
}
