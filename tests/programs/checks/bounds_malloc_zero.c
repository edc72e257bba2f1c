#include <stdlib.h>

int main(void)
{
    char *p = malloc(0);
    if (p)
        p[0] = 1; //~ bounds@9: write of 1 byte at offset 0 of a 0-byte block from malloc (line 5)
    free(p);
    return 0;
}
