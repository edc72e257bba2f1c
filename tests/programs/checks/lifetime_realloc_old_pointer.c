#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof *p), *q;
    if (!p)
        return 0;
    p[0] = 1;
    q = realloc(p, 400 * sizeof *p);
    if (!q)
        return 0;
    return p[0]; //~ lifetime@12: read of 4 bytes of a 16-byte block from malloc (line 5) after it was freed (line 9)
}
