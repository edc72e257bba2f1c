#include <string.h>
int main(void)
{
    char a[] = "abcdef";
    memmove(a + 1, a, 3);
    return a[3] - 'c';
} //~ none
