#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point a, b; const char *name; };
static int *global = (int[]){ 10, 20, 30 };
static struct point *origin = &(struct point){ .y = 4 };

static int norm(struct point p) { return p.x * p.x + p.y * p.y; }
static int sum(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }

int main(void)
{
    struct point p = (struct point){ 3, 4 };
    struct point *q = &(struct point){ .x = 8 };
    struct line l = { (struct point){ 1, 2 }, .b = (struct point){ .y = 6 }, "ab" };
    char *s = (char[]){ "writable" };
    int i, before = 0;

    printf("%d %d %d\n", norm(p), norm((struct point){ 1, 1 }), norm(*q));
    printf("%d\n", sum((int[]){ 1, 2, 3, 4 }, 4));
    printf("%d %d\n", sum((int[5]){ [2] = 9 }, 5), (int){ 7 } + 1);
    printf("%d %d %d\n", global[2], origin->x, origin->y);
    printf("%d %d %d %s\n", l.a.y, l.b.x, l.b.y, l.name);
    s[0] = 'W';
    printf("%s %zu\n", s, sizeof((char[]){ "writable" }));
    q->y = q->x++;
    printf("%d %d\n", q->x, q->y);
    for (i = 0; i < 3; i++) {
        int *c = &(int){ i };
        before += *c * 10; *c += 2; before += *c;
    }
    printf("%d\n", before);
    printf("%zu %d\n", sizeof(struct point){ 1 }, ((struct point){ 5, 6 }).y);
    p = (struct point){ p.y, p.x };
    printf("%d %d\n", p.x, p.y);
    printf("%s\n", (const char *[]){ "a", "b", "c" }[1]);
    return strlen((char[9]){ 'x', 'y' });
}
