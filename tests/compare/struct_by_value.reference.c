struct point { int x, y; };
struct point swap(struct point p)
{
    struct point q = { p.y, p.x };
    return q;
}
