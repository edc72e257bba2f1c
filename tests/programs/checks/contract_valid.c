#include <stdlib.h>

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    if (!p)
        return 0;
    //@ assert \valid(p + (0 .. 2));
    //@ assert !\valid(p + 3);
    free(p);
    /*@ assert \valid(p); */ //~ contract@16: \valid(p) does not hold
    return 0;
}
