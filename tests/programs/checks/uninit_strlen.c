#include <string.h>

int main(void)
{
    char text[8];
    text[0] = 'a';
    return (int)strlen(text); //~ uninit@17: text[1] is used uninitialised, in strlen
}
