#include <string.h>

int main(void)
{
    char a[3] = { 'a', 'b', 'c' };
    return (int)strlen(a); //~ bounds@17
}
