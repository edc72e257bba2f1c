#include <stdio.h>
int main(void)
{
    puts("bye");
    return 0;
}
