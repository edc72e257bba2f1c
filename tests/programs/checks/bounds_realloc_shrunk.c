#include <stdlib.h>

int main(void)
{
    char *p = malloc(10);
    if (!p)
        return 0;
    p[9] = 1;
    p = realloc(p, 5);
    return p ? p[5] : 0; //~ bounds@16: read of 1 byte at offset 5 of a 5-byte block from realloc (line 9)
}
