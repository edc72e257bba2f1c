#include <stdlib.h>

struct buffer { int n; char data[1]; };

int main(void)
{
    struct buffer *b = malloc(sizeof *b);
    int i;
    if (!b)
        return 0;
    for (i = 0; i < 10; i++)
        b->data[i] = 'x'; //~ bounds@9: write of 1 byte at offset 8 of an 8-byte block from malloc (line 7)
    return 0;
}
