// find: fails kind=bounds line=14
// input: nondet#1=1; nondet#2=1; nondet#3=1; nondet#4=1; nondet#5=1; nondet#6=1; nondet#7=1
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

struct ring {
    int items[6];
    unsigned head, count;
};

static void push(struct ring *ring, int item)
{
    ring->items[ring->head] = item;
    ring->head++;
    if (ring->head > 6)
        ring->head = 0;
    ring->count++;
}

int main(void)
{
    struct ring ring = {.head = 0, .count = 0};
    for (int i = 0; i < 10; i++)
        if (__VERIFIER_nondet_bool())
            push(&ring, i);
    return (int)ring.count;
}
