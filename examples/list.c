#include <stdio.h>
#include <stdlib.h>

/* A list from which the negative numbers are taken out. Try: whydunit explain examples/list.c */
struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        exit(1);
    node->value = value;
    node->next = list;
    return node;
}

static struct node *drop_negative(struct node *list)
{
    struct node **link = &list;
    for (struct node *node = list; node != NULL; node = node->next) {
        if (node->value < 0) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
    return list;
}

int main(void)
{
    struct node *list = push(push(NULL, 4), -1);
    for (list = drop_negative(list); list != NULL; list = list->next)
        printf("%d\n", list->value);
    return 0;
}
