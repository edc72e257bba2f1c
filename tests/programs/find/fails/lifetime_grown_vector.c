// find: fails kind=lifetime line=29
// input: nondet#1=1; nondet#2=1; nondet#3=1
// passing input: nondet#1=1; nondet#2=1; nondet#3=0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *items, capacity, used;

static void append(int item)
{
    if (used == capacity) {
        capacity += 2;
        items = realloc(items, capacity * sizeof *items);
        if (!items)
            exit(1);
    }
    items[used++] = item;
}

int main(void)
{
    append(10);
    int *first = &items[0];
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_int() > 0)
            append(i);
    if (used > 3)
        return *first;
    return 0;
}
