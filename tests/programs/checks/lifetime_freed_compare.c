#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 0;
    strcpy(p, "gone");
    free(p);
    return strcmp(p, "gone"); //~ lifetime@12
}
