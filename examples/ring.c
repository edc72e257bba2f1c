#include <stdio.h>

/* A queue in a ring of four places. Try: whydunit explain examples/ring.c */
#define PLACES 4

struct ring {
    int items[PLACES];
    int head, tail;
};

static void put(struct ring *ring, int item)
{
    ring->items[ring->tail] = item;
    ring->tail = ring->tail + 1 % PLACES;
}

static int take(struct ring *ring)
{
    int item = ring->items[ring->head];
    ring->head = (ring->head + 1) % PLACES;
    return item;
}

int main(void)
{
    struct ring ring = { { 0 }, 0, 0 };
    for (int i = 1; i <= 6; i++) {
        put(&ring, i * i);
        printf("%d\n", take(&ring));
    }
    return 0;
}
