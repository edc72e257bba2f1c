#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof *p);
    p[1] = 4;
    p = realloc(p, 10 * sizeof *p);
    p[9] = p[1];
    free(p);
    return 0;
} //~ none
