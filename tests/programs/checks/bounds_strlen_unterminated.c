#include <string.h>

int main(void)
{
    char a[3] = { 'a', 'b', 'c' };
    return (int)strlen(a); //~ bounds@17: read of 1 byte just past the end of a[3], in strlen
}
