#include <stdlib.h>

int main(void)
{
    char *p = NULL;
    free(p);
    free(NULL);
    return 0;
} //~ none
