struct point { int x, y; };
struct hidden { int v; };
extern struct point origin, *first, *list[];
extern struct hidden *secret;

int use(void)
{
    struct point q = origin;
    struct point *p = first;
    secret->v++;
    return q.x + p->x + list[1]->y + secret->v + (p == list[1]);
}
