#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    return p[1]; //~ uninit@12: p[1] is used uninitialised (byte 4 of an 8-byte block from malloc (line 5))
}
