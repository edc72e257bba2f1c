// expect: differs: prints "1\n" instead of "0\n"
#include <stdio.h>
int main(void)
{
    int c, lines = 0;
    while ((c = getchar()) != EOF)
        if (c == '\n' || c == '\r')
            lines++;
    printf("%d\n", lines);
    return 0;
}
