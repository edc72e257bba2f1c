// whydunit: --function check --input p={.x=1,.y=2}
#include <assert.h>

struct point { int x, y; };

void check(struct point *p)
{
    assert(p->x + p->y != 3); //~ assert@5: assertion failed: p->x + p->y != 3
}
