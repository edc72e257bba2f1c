#include <stdlib.h>

int main(void)
{
    char *p = malloc(0);
    if (p)
        p[0] = 1; //~ bounds@9
    free(p);
    return 0;
}
