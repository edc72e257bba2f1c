#include <stdio.h>

int main(void)
{
    int flag;
    if (flag) //~ uninit@9: flag is used uninitialised
        puts("set");
    return 0;
}
