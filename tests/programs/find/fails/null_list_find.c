// find: fails kind=null line=32
// input: nondet#1=1; nondet#2=2; nondet#3=3; nondet#4=4
// passing input: nondet#1=1; nondet#2=2; nondet#3=3; nondet#4=2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key, value;
    struct node *next;
};

static struct node *find(struct node *list, int key)
{
    while (list != NULL && list->key != key)
        list = list->next;
    return list;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            return 1;
        node->key = __VERIFIER_nondet_int();
        node->value = i;
        node->next = list;
        list = node;
    }
    return find(list, __VERIFIER_nondet_int())->value;
}
