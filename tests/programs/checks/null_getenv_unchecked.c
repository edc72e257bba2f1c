#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *home = getenv("SURELY_NOT_SET_ANYWHERE");
    return (int)strlen(home); //~ null@17: null pointer dereferenced in strlen
}
