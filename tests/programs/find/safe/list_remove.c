// find: safe
// input: nondet#1=7; nondet#2=7; nondet#3=7
// input: nondet#1=7; nondet#2=8; nondet#3=8
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int id;
    struct item *next;
};

static struct item *cons(int id, struct item *next)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        exit(1);
    item->id = id;
    item->next = next;
    return item;
}

static void without(struct item **link, int id)
{
    while (*link) {
        struct item *item = *link;
        if (item->id == id) {
            *link = item->next;
            free(item);
        } else {
            link = &item->next;
        }
    }
}

int main(void)
{
    struct item *list = cons(__VERIFIER_nondet_int(), NULL);
    list = cons(__VERIFIER_nondet_int(), list);
    without(&list, __VERIFIER_nondet_int());
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
