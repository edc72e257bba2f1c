// cflags: -std=gnu89
// stdin: much too long for it\n
#include <stdio.h>

int main()
{
    char line[8];
    gets(line); //~ bounds@5: write of 1 byte just past the end of line[8], in gets
    return 0;
}
