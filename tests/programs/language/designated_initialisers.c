#include <stdio.h>

struct inner { int a, b[3]; char c; };
struct outer { int x; struct inner in[2]; union { int i; double d; } u; const char *s; };
static struct outer g = { .s = "tail", .in[1].b[2] = 5, .in[0] = { 1, { 2 }, 'q' }, .u.d = 1.5, .x = -1 };
static int sparse[] = { [5] = 1, 2, [2] = 7, 8, [0 ... 1] = 9 };
static int gaps[10] = { [1 ... 3] = 4, [8] = 1, 2 };
static const char *names[] = { [2] = "two", [0] = "zero" };
static int matrix[3][3] = { [1] = { [1] = 5 }, [2][0] = 7, 8 };

static void dump(const int *a, int n)
{
    for (int i = 0; i < n; i++)
        printf("%d ", a[i]);
    printf("\n");
}

int main(void)
{
    int k = 3;
    struct outer l = { 4, { { .b = { k, k * 2 }, .c = 'z' }, { k } }, { .i = 6 }, .x = k + 10 };
    struct inner flat[2] = { 1, 2, 3, 4, 'a', 5, 6 };
    struct { int p; struct { int q, r; }; int s; } anon = { 1, { .r = 2 }, .q = 9, .s = 3 };
    char text[] = { [3] = 'd', [0] = 'a', 'b', 'c', [4] = 0 };
    dump(sparse, sizeof sparse / sizeof *sparse);
    dump(gaps, 10);
    dump(&matrix[0][0], 9);
    printf("%s %d %d %c %g %d\n", g.s, g.in[1].b[2], g.in[0].b[0], g.in[0].c, g.u.d, g.x);
    printf("%s %d %s %zu\n", names[0], names[1] == 0, names[2], sizeof names / sizeof *names);
    printf("%d %d %d %d %c %d %d %d\n", l.x, l.in[0].a, l.in[0].b[1], l.in[0].b[2], l.in[0].c, l.in[1].a, l.u.i, l.s == 0);
    printf("%d %d %c %d %d %d\n", flat[0].a, flat[0].b[2], flat[0].c, flat[1].a, flat[1].b[0], flat[1].b[1]);
    printf("%d %d %d %d\n", anon.p, anon.q, anon.r, anon.s);
    printf("%s %zu\n", text, sizeof text);
    struct inner old = { a: 3, c: 'o' };
    printf("%d %d %c\n", old.a, old.b[0], old.c);
    return 0;
}
