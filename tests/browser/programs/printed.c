#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->value = value;
    node->next = head;
    return node;
}

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 3; i++)
        head = push(head, i * i);
    struct node *gone = head;
    head = head->next;
    free(gone);
    int sum = 0;
    for (struct node *p = head; p->next; p = p->next)
        sum += p->value;
    printf("list\n");
    printf("sum %d\n", sum);
    if (sum == 5)
        printf("all\n");
    free(head->next);
    free(head);
    return 0;
}
