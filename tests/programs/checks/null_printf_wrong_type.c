#include <stdio.h>
int main(void)
{
    printf("%s\n", 42); //~ null@5: null pointer dereferenced in printf
    return 0;
}
