#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 4;
    free(p);
    return *p; //~ lifetime@12
}
