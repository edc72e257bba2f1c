/* What kind of triangle three sides make. */
#include <stdio.h>
#include <stdlib.h>

enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

static const char *const names[] = { "none", "scalene", "isosceles", "equilateral" };

static enum kind classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    if (a + b <= c && b + c <= a || a + c <= b)
        return NONE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        printf("usage: triangle A B C\n");
        return 2;
    }
    enum kind kind = classify(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
    printf("%s\n", names[kind]);
    return kind == NONE;
}
