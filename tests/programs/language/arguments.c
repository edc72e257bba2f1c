// args: first 22 -x y last
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[])
{
    int i;
    printf("%d\n", argc);
    for (i = 1; i < argc; i++)
        printf("[%s] %zu\n", argv[i], strlen(argv[i]));
    while (*++argv)
        printf("%c", **argv ? **argv : '_');
    printf("\n%d\n", atoi(argv[-4]) + 1);
    argv[-1][0] = 'p';
    puts(argv[-1]);
    return argc;
}
