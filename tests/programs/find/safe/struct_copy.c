// find: safe function=moved
// input: p={.x=5, .y=6}
// input: p={.x=-1, .y=0}
#include <assert.h>

struct point {
    int x, y;
};

static struct point shifted(struct point p, int by)
{
    p.x += by;
    return p;
}

/* A copy changes, the original does not. */
//@ requires -100 <= p.x && p.x <= 100;
int moved(struct point p)
{
    struct point before = p;
    struct point after = shifted(p, 3);
    assert(p.x == before.x && p.y == before.y);
    assert(after.x - p.x == 3 && after.y == p.y);
    return after.x;
}
