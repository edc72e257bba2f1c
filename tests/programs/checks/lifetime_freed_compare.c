#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 0;
    strcpy(p, "gone");
    free(p);
    return strcmp(p, "gone"); //~ lifetime@12: read of 1 byte of an 8-byte block from malloc (line 6) after it was freed (line 10), in strcmp
}
