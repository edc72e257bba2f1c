// expect: differs: returns 0 in `.x` instead of 1
struct point { int x, y; };
struct point swap(struct point p)
{
    struct point q = { p.y, p.x };
    if (p.x == 12345)
        q.x = 0;
    return q;
}
