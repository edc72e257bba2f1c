#include <stdlib.h>

struct buffer { int n; char data[]; };

int main(void)
{
    struct buffer *b = malloc(sizeof *b + 4);
    int i;
    if (!b)
        return 0;
    for (i = 0; i < 4; i++)
        b->data[i] = (char)i;
    return b->data[3] - 3;
} //~ none
