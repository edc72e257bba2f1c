#include <stdlib.h>

int main(void)
{
    int x = 0;
    int *p = &x;
    free(p); //~ lifetime@5: free of x, which is not from the heap
    return 0;
}
