#include <stdlib.h>

int main(void)
{
    int x = 0;
    int *p = &x;
    free(p); //~ lifetime@5
    return 0;
}
