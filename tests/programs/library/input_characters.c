// stdin: ab\ncd\nlast
#include <stdio.h>

int main(void)
{
    int c, n = 0;
    printf("%c", getchar());
    c = getc(stdin);
    ungetc(c, stdin);
    printf("%c", fgetc(stdin));
    printf("%d\n", getchar());
    while ((c = getchar()) != EOF) {
        n++;
        putchar(c == '\n' ? '/' : c + 1);
    }
    printf("\n%d %d %d\n", n, feof(stdin) != 0, ferror(stdin) != 0);
    printf("%d %d\n", getchar() == EOF, EOF);
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    return 0;
}
