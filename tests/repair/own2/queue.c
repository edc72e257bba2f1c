/* A queue of numbers in a ring: `put N` and `get` on standard input. */
#include <stdio.h>
#include <string.h>

#define SIZE 4

struct queue {
    int items[SIZE];
    int head, tail, count;
};

static int put(struct queue *queue, int item)
{
    if (queue->count == SIZE)
        return 0;
    queue->items[queue->tail] = item;
    queue->tail = (queue->tail + 1) % SIZE;
    queue->count++;
    return 1;
}

static int get(struct queue *queue, int *item)
{
    if (queue->count == 0)
        return 0;
    *item = queue->items[queue->head];
    queue->tail = (queue->head + 1) % SIZE;
    queue->count--;
    return 1;
}

int main(void)
{
    struct queue queue = { { 0 }, 0, 0, 0 };
    char command[8];
    int item;
    while (scanf("%7s", command) == 1) {
        if (strcmp(command, "put") == 0 && scanf("%d", &item) == 1) {
            if (!put(&queue, item))
                printf("full\n");
        } else if (strcmp(command, "get") == 0) {
            if (get(&queue, &item))
                printf("%d\n", item);
            else
                printf("empty\n");
        }
    }
    printf("%d left\n", queue.count);
    return 0;
}
