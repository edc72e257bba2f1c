#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, LAST = BLUE };
enum { A = -2, B, C, D = 'x', E = sizeof(int) * 2, F = A + E };
typedef enum big { HUGE_ONE = 0x7fffffff } big;
enum wide { W = 0x1ffffffffLL, X };
struct holder { enum color c; enum inner { IN = 9 } i; };

static const char *name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "?";
}

int main(void)
{
    enum color c = GREEN;
    enum local { ONE = 1, TWO = ONE << 1, FOUR = TWO * TWO } e = FOUR;
    int table[LAST + 1] = { [RED] = 1, [GREEN] = 2, [BLUE] = 3 };
    printf("%d %d %d %d\n", RED, GREEN, BLUE, LAST);
    printf("%d %d %d %d %d %d\n", A, B, C, D, E, F);
    printf("%s %s %s %s\n", name(c), name(c + 1), name(0), name(77));
    c++;
    printf("%d %zu\n", c, sizeof table / sizeof *table);
    printf("%d %d %zu %d\n", e, e | ONE, sizeof c, IN);
    printf("%zu %zu\n", sizeof(enum wide), sizeof(big));
    printf("%lld %lld\n", (long long)W, (long long)X);
    {
        enum { RED = 100 };
        printf("%d\n", RED);
    }
    c = -1;
    printf("%d\n", c > RED);
    printf("%d\n", HUGE_ONE == 2147483647);
    return BLUE;
}
