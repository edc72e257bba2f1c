#include <stdio.h>

int main(void)
{
    int flag;
    if (flag) //~ uninit@9
        puts("set");
    return 0;
}
