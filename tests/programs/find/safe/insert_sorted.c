// find: safe
// input: nondet#1=5; nondet#2=4; nondet#3=3; nondet#4=2; nondet#5=1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { CAPACITY = 4 };

static int table[CAPACITY];
static int used;

static int insert(int value)
{
    int at = used;
    if (used == CAPACITY)
        return 0;
    while (at > 0 && table[at - 1] > value) {
        table[at] = table[at - 1];
        at--;
    }
    table[at] = value;
    used++;
    return 1;
}

int main(void)
{
    for (int i = 0; i < CAPACITY + 2; i++)
        insert(__VERIFIER_nondet_int());
    for (int i = 1; i < used; i++)
        assert(table[i - 1] <= table[i]);
    return 0;
}
