// cflags: -std=gnu89
// stdin: much too long for it\n
#include <stdio.h>

int main()
{
    char line[8];
    gets(line); //~ bounds@5
    return 0;
}
