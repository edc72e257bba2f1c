#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->value = value;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 2; i++)
        head = push(head, i);
    const char *odd = "</script><!-- &amp;";
    return head->next->next->value + odd[0];
}
