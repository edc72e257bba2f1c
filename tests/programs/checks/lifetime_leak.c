/* A leak is not a failure. */
#include <stdlib.h>

int main(void)
{
    int i;
    for (i = 0; i < 10; i++) {
        char *p = malloc(10);
        if (p)
            p[0] = 1;
    }
    return 0;
} //~ none
