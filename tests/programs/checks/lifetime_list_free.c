#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *head = 0, *n;
    int i;
    for (i = 0; i < 3; i++) {
        n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    for (n = head; n; n = n->next) //~ lifetime@27: read of 8 bytes of an 8-byte block from malloc (line 10) after it was freed (line 15)
        free(n);
    return 0;
}
