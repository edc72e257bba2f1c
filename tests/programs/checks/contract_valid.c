#include <stdlib.h>

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    if (!p)
        return 0;
    //@ assert \valid(p + (0 .. 2));
    //@ assert !\valid(p + 3);
    free(p);
    /*@ assert \valid(p); */ //~ contract@9
    return 0;
}
