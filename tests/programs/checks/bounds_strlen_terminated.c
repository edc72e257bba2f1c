#include <string.h>

int main(void)
{
    char a[4] = { 'a', 'b', 'c' };
    return (int)strlen(a) - 3;
} //~ none
