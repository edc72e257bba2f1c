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
    while (head) {
        n = head->next;
        free(head);
        head = n;
    }
    return 0;
} //~ none
