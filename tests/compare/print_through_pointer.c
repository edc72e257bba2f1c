// expect: unknown: `printf` is called through a pointer
#include <stdio.h>
int main(void)
{
    int (*print)(const char *, ...) = printf;
    print("a\n");
    return 0;
}
