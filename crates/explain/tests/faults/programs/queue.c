#include <assert.h>

enum { CAPACITY = 4 };

struct queue {
    int slots[CAPACITY];
    int head;
    int count;
};

struct statistics {
    int served;
    int lost;
    int longest;
};

static int enqueue(struct queue *queue, int job) {
    if (queue->count == CAPACITY) {
        return 0;
    }
    int tail = (queue->head + queue->count) % CAPACITY;
    queue->slots[tail] = job;
    queue->count++;
    return 1;
}

static int dequeue(struct queue *queue, int *job) {
    if (queue->count == 0) {
        return 0;
    }
    *job = queue->slots[queue->head];
    queue->head = (queue->head + 1) % CAPACITY;
    queue->count--;
    return 1;
}

static void arrive(struct queue *queue, struct statistics *seen, int job) {
    if (!enqueue(queue, job)) {
        seen->lost++;
    }
    if (queue->count > seen->longest) {
        seen->longest = queue->count;
    }
}

static int serve(struct queue *queue, struct statistics *seen) {
    int job = 0;
    if (dequeue(queue, &job)) {
        seen->served++;
    }
    return job;
}

static void test_order(void) {
    struct queue queue = {{0}, 0, 0};
    int job = 0;
    enqueue(&queue, 11);
    enqueue(&queue, 12);
    dequeue(&queue, &job);
    assert(job == 11);
    dequeue(&queue, &job);
    assert(job == 12);
    assert(!dequeue(&queue, &job));
}

static void test_capacity(void) {
    struct queue queue = {{0}, 0, 0};
    int accepted = 0;
    for (int job = 0; job < 6; job++) {
        if (enqueue(&queue, job)) {
            accepted++;
        }
    }
    assert(accepted == CAPACITY);
    assert(queue.count == 4);
}

static void test_wrap(void) {
    struct queue queue = {{0}, 3, 0};
    int job = 0;
    enqueue(&queue, 7);
    enqueue(&queue, 8);
    assert(queue.slots[3] == 7);
    dequeue(&queue, &job);
    dequeue(&queue, &job);
    assert(job == 8);
    assert(queue.head == 1);
}

static void test_statistics(void) {
    struct queue queue = {{0}, 0, 0};
    struct statistics seen = {0, 0, 0};
    for (int job = 1; job <= 5; job++) {
        arrive(&queue, &seen, job);
    }
    int total = 0;
    while (queue.count > 0) {
        total += serve(&queue, &seen);
    }
    assert(seen.lost == 1);
    assert(seen.longest == CAPACITY);
    assert(seen.served == 4);
    assert(total == 10);
}

int main(void) {
    test_order();
    test_capacity();
    test_wrap();
    test_statistics();
    return 0;
}
