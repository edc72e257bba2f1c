// find: fails kind=lifetime line=27
// input: nondet#1=7; nondet#2=7
// passing input: nondet#1=7; nondet#2=8
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

/* Removes all items with that id; steps on from what is gone. */
static struct item *without(struct item *list, int id)
{
    struct item **link = &list;
    for (struct item *item = list; item; item = item->next) {
        if (item->id == id) {
            *link = item->next;
            free(item);
        } else {
            link = &item->next;
        }
    }
    return list;
}

int main(void)
{
    struct item *list = cons(__VERIFIER_nondet_int(), NULL);
    without(list, __VERIFIER_nondet_int());
    return 0;
}
