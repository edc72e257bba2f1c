#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    p++;
    free(p); //~ lifetime@5: free of a pointer to offset 1 of a 4-byte block from malloc (line 5)
    return 0;
}
