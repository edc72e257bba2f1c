#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof *p);
    return p ? p[1] : 0;
} //~ none
