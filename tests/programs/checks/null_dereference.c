#include <stddef.h>

int main(void)
{
    int *p = NULL;
    *p = 3; //~ null@5: null pointer dereferenced: p
    return 0;
}
