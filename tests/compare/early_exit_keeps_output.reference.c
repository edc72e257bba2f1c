#include <stdio.h>
int main(void)
{
    puts("a");
    puts("b");
    return 0;
}
