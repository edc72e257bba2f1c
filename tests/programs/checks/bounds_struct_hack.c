#include <stdlib.h>
#include <string.h>

struct buffer { int n; char data[1]; };

int main(void)
{
    struct buffer *b = malloc(sizeof *b + 8);
    int i;
    if (!b)
        return 0;
    for (i = 0; i < 8; i++)
        b->data[i] = 'x';
    b->data[8] = 0;
    strcpy(b->data, "12345678");
    return 0;
} //~ none
