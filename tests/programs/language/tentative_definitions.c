#include <stdio.h>

int a;
int a = 5;
int a;
static int b;
static int *pb = &b;
static int b;
extern int c;
int c;
int array[];
int array[4];
static struct s { int x; } s;
struct s *ps = &s;
int incomplete_use(void);
struct later;
extern struct later l;
struct later *pl = &l;
struct later { int v; } l = { 12 };
int (*fp)(void) = incomplete_use;
int incomplete_use(void) { return c; }

int main(void)
{
    b = 3;
    s.x = 4;
    c++;
    printf("%d %d %d %zu %d\n", a, *pb, ps->x, sizeof array, array[3]);
    printf("%d %d\n", pl->v, fp());
    return 0;
}
