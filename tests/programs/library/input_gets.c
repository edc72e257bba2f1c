// cflags: -std=gnu89
// stdin: hello world\n\nlast
#include <stdio.h>

int main()
{
    char line[64];
    int n = 0;
    while (gets(line) != NULL)
        printf("%d [%s]\n", ++n, line);
    return n;
}
