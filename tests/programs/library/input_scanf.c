// stdin: 12 -7 0x1f 3.5 word  x  99abc\n5,6;7 end [bracketed] 100 200\n
#include <stdio.h>

int main(void)
{
    int a, b, c, n;
    unsigned h;
    double d;
    char word[16], ch, set[16];
    n = scanf("%d %d %x", &a, &b, &h);
    printf("%d %d %d %u\n", n, a, b, h);
    n = scanf("%lf %15s", &d, word);
    printf("%d %g %s\n", n, d, word);
    n = scanf(" %c", &ch);
    printf("%d %c\n", n, ch);
    n = scanf("%2d%3s", &a, word);
    printf("%d %d %s\n", n, a, word);
    n = scanf("%d,%d;%d", &a, &b, &c);
    printf("%d %d %d %d\n", n, a, b, c);
    n = scanf("%d", &a);
    printf("%d\n", n);
    n = scanf("%s [%[a-z]]", word, set);
    printf("%d %s %s\n", n, word, set);
    n = scanf("%*d%d", &a);
    printf("%d %d\n", n, a);
    n = scanf("%d", &a);
    printf("%d %d\n", n, feof(stdin) != 0);
    return 0;
}
