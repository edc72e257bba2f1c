#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *name = "whydunit";
    char *copy = malloc(strlen(name));
    if (copy)
        strcpy(copy, name); //~ bounds@9
    free(copy);
    return 0;
}
