#include <string.h>

int main(void)
{
    const char *s = 0;
    return (int)strlen(s); //~ null@17: null pointer dereferenced in strlen
}
