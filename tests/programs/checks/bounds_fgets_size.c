// stdin: 0123456789\n
#include <stdio.h>

int main(void)
{
    char line[8];
    if (fgets(line, 80, stdin)) //~ bounds@9: write of 1 byte just past the end of line[8], in fgets
        return 1;
    return 0;
}
