#include <stdio.h>

int main(void)
{
    char text[8];
    text[0] = 'a';
    printf("%s\n", text); //~ uninit@5: text[1] is used uninitialised, in printf
    return 0;
}
