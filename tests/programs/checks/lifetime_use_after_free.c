#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 4;
    free(p);
    return *p; //~ lifetime@12: read of 4 bytes of a 4-byte block from malloc (line 5) after it was freed (line 9)
}
