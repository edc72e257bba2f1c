#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "whydunit";
    char *copy = malloc(strlen(name) + 1);
    if (copy)
        strcpy(copy, name);
    free(copy);
    return 0;
} //~ none
