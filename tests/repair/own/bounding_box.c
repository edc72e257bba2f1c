/* The smallest box around points, which are pairs of numbers on standard input. */
#include <stdio.h>

struct point {
    int x, y;
};

struct box {
    struct point low, high;
};

static void extend(struct box *box, struct point p)
{
    if (p.x < box->low.x)
        box->low.x = p.x;
    if (p.y < box->low.y)
        box->low.y = p.y;
    if (p.x > box->high.x)
        box->high.x = p.x;
    if (p.y > box->high.y)
        box->high.y = p.x;
}

int main(void)
{
    struct point p;
    struct box box;
    if (scanf("%d %d", &p.x, &p.y) != 2) {
        printf("no points\n");
        return 1;
    }
    box.low = p;
    box.high = p;
    while (scanf("%d %d", &p.x, &p.y) == 2)
        extend(&box, p);
    printf("%d..%d %d..%d\n", box.low.x, box.high.x, box.low.y, box.high.y);
    return 0;
}
