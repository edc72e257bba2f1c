#include <stdlib.h>

int main(void)
{
    int *p = malloc(5 * sizeof *p);
    int i;
    if (!p)
        return 0;
    for (i = 0; i < 5; i++)
        p[i] = i;
    p[5] = 1; //~ bounds@5: write of 4 bytes at offset 20 of a 20-byte block from malloc (line 5)
    free(p);
    return 0;
}
