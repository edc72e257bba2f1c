// expect: differs: prints "a\n" instead of "a\nb\n"
#include <stdio.h>
#include <stdlib.h>
static int checked(int n)
{
    if (n == 17)
        exit(0);
    return n;
}
int main(int argc, char **argv)
{
    int *none = 0;
    int n = argc == 2 ? atoi(argv[1]) : 0;
    puts("a");
    if (n == 17)
        *none = checked(n);
    puts("b");
    return 0;
}
