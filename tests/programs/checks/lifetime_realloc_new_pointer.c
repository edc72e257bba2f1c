#include <stdlib.h>

int main(void)
{
    int *p = malloc(4 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    p = realloc(p, 400 * sizeof *p);
    return p ? p[0] - 1 : 0;
} //~ none
