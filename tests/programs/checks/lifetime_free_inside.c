#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    p++;
    free(p); //~ lifetime@5
    return 0;
}
