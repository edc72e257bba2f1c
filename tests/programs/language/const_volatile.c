#include <stdio.h>

static const int limit = 5;
static volatile int ticks;
static const struct { int a; const char *b; } fixed = { 4, "const" };
static int read_only(const int *restrict p, int n) { int s = 0; for (; n--; p++) s += *p; return s; }
inline static int tick(void) { return ++ticks; }
static _Noreturn void forever(void) { for (;;) ; }

int main(void)
{
    const int local[3] = { 1, 2, limit };
    volatile unsigned char v = 255;
    const char *p = "abc";
    char q[] = "xyz", *const cq = q;
    register int r = 3;
    int x = 1;
    const int *cp = &x;
    if (limit == 6)
        forever();
    v++;
    tick(); tick();
    p++;
    *cq = 'X';
    *(int *)cp = 9;
    printf("%d %d %d %s %s\n", read_only(local, 3), v, ticks, p, q);
    printf("%d %s %d %d %d\n", fixed.a, fixed.b, r, x, *cp);
    return 0;
}
