#include <stdlib.h>

struct node { int key; struct node *next; };

int main(void)
{
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        return 0;
    free(n);
    n->key = 3; //~ lifetime@5: write of 4 bytes of a 16-byte block from calloc (line 7) after it was freed (line 10)
    return 0;
}
