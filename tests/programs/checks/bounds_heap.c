#include <stdlib.h>

int main(void)
{
    int *p = malloc(5 * sizeof *p);
    int i;
    if (!p)
        return 0;
    for (i = 0; i < 5; i++)
        p[i] = i;
    p[5] = 1; //~ bounds@5
    free(p);
    return 0;
}
