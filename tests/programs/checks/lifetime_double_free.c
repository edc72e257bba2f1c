#include <stdlib.h>

int main(void)
{
    char *p = malloc(4), *q = p;
    free(p);
    free(q); //~ lifetime@5: double free of a 4-byte block from malloc (line 5), freed before (line 6)
    return 0;
}
