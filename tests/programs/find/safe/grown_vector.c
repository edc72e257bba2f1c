// find: safe
// input: nondet#1=1; nondet#2=1; nondet#3=1
// input: nondet#2=5
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *items, capacity, used;

static int append(int item)
{
    if (used == capacity) {
        int *larger = realloc(items, (capacity + 2) * sizeof *items);
        if (!larger)
            return 0;
        items = larger;
        capacity += 2;
    }
    items[used++] = item;
    return 1;
}

int main(void)
{
    int sum = 0;
    append(10);
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_int() > 0)
            append(i);
    for (int i = 0; i < used; i++)
        sum += items[i];
    free(items);
    return sum;
}
