struct point { int x, y; };
struct hidden { int v; };
extern struct point origin, *first, *list[];
extern struct hidden *secret;
int reveal(struct hidden *h);

static struct hidden h = { 42 };
struct point origin = { 3, 4 };
struct point *first = &origin;
struct point *list[] = { 0, &origin };
struct hidden *secret = &h;

int reveal(struct hidden *h)
{
    return h->v + secret->v;
}
