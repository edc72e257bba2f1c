#include <stdlib.h>

struct big { int a, b, c, d; };

int main(void)
{
    struct big *p = malloc(sizeof(int) * 2);
    if (!p)
        return 0;
    p->b = 1;
    p->c = 2; //~ bounds@5: write of 4 bytes at offset 8 of an 8-byte block from malloc (line 7)
    return 0;
}
