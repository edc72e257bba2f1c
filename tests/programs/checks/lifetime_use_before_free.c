#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), r;
    if (!p)
        return 0;
    *p = 3;
    r = *p;
    free(p);
    return r - 3;
} //~ none
