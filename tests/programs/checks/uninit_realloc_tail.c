#include <stdlib.h>

int main(void)
{
    int *p = calloc(1, sizeof *p);
    if (!p)
        return 0;
    p = realloc(p, 2 * sizeof *p);
    return p ? p[0] + p[1] : 0; //~ uninit@23: p[1] is used uninitialised (byte 4 of an 8-byte block from realloc (line 8))
}
