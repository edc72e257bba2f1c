/* The library copies nothing: the pointer does not matter. */
#include <string.h>
int main(void)
{
    char *p = 0, b[1];
    memcpy(b, p, 0);
    return 0;
} //~ none
