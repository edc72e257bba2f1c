#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "whydunit";
    char *copy = malloc(strlen(name));
    if (copy)
        strcpy(copy, name); //~ bounds@9: write of 1 byte at offset 8 of an 8-byte block from malloc (line 7), in strcpy
    free(copy);
    return 0;
}
