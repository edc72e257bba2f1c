/* A queue in a ring: `tail` is where the next one is put, `head` where the
   oldest one is.

   The fault: the tail turns over one place too late. */

extern int __VERIFIER_nondet_int(void);

#define PLACES 4

struct queue {
    int items[PLACES];
    int head;
    int tail;
    int count;
};

static int put(struct queue *queue, int item)
{
    if (queue->count == PLACES)
        return 0;
    queue->items[queue->tail] = item;
    queue->tail++;
    if (queue->tail > PLACES) /* FAULT: queue->tail > PLACES, should be queue->tail >= PLACES */
        queue->tail = 0;
    queue->count++;
    return 1;
}

static int take(struct queue *queue)
{
    int item = queue->items[queue->head];

    queue->head++;
    if (queue->head >= PLACES)
        queue->head = 0;
    queue->count--;
    return item;
}

int main(void)
{
    struct queue queue = {{0}, 0, 0, 0};
    int round;
    int last = 0;

    for (round = 0; round < 12; round++) {
        int command = __VERIFIER_nondet_int();

        if (command > 0) {
            if (!put(&queue, command))
                break;
        } else if (queue.count > 0) {
            last = take(&queue);
        }
    }
    return last;
}
