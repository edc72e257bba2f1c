#include <stdio.h>

struct v { double x, y; };
struct small { char c; };
struct big { int a[20]; struct v v; };
struct mixed { int i; float f; char name[6]; };

static struct v add(struct v a, struct v b) { a.x += b.x; a.y += b.y; return a; }
static struct small inc(struct small s) { s.c++; return s; }
static struct big fill(int n) { struct big b = { { 0 } }; for (int i = 0; i < n; i++) b.a[i] = i * n; b.v.x = n; return b; }
static int modify(struct big b) { b.a[3] = 1000; return b.a[3]; }
static struct mixed make(int i) { return (struct mixed){ i, i / 2.0f, { (char)('a' + i), 0 } }; }
static struct v *self(struct v *p) { p->x *= 2; return p; }
static struct big chain(struct big b, int n) { b.a[n]++; return n ? chain(b, n - 1) : b; }

int main(void)
{
    struct v a = { 1, 2 }, b = { 3.5, -4 }, c, *p = &c;
    struct small s = { 'm' };
    struct big big = fill(7), copy;
    struct mixed m[3];
    int i;
    c = add(a, add(a, b));
    printf("%g %g %g\n", c.x, c.y, add(b, b).x);
    printf("%c %c\n", inc(inc(s)).c, s.c);
    printf("%d %d %d\n", big.a[3], modify(big), big.a[3]);
    copy = big;
    copy.a[0] = -1;
    printf("%d %d %g\n", big.a[0], copy.a[0], copy.v.x);
    for (i = 0; i < 3; i++)
        m[i] = make(i);
    m[0] = m[2];
    m[2].name[0] = '!';
    printf("%d %g %s %s\n", m[0].i, m[0].f, m[0].name, m[2].name);
    self(p)->y = 5;
    p->y += self(p)->x;
    printf("%g %g\n", p->x, (*p).y);
    a = b = (struct v){ 7, 8 };
    a.x = 0;
    printf("%g %g\n", a.x, b.x);
    printf("%d\n", chain(big, 5).a[2] - big.a[2]);
    printf("%d %s\n", fill(4).a[3], make(5).name);
    (i ? &a : &b)->y = 55;
    printf("%g %g\n", a.y, (i ? a : b).y);
    copy = (a = b, big);
    printf("%d %g\n", copy.a[1], a.y);
    return 0;
}
