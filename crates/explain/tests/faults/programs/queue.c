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

static int peek(const struct queue *queue, int position) {
    if (position >= queue->count) {
        return -1;
    }
    return queue->slots[(queue->head + position) % CAPACITY];
}

static int remove_job(struct queue *queue, int wanted) {
    int kept = 0;
    int rounds = queue->count;
    for (int i = 0; i < rounds; i++) {
        int job = 0;
        dequeue(queue, &job);
        if (job != wanted) {
            enqueue(queue, job);
            kept++;
        }
    }
    return rounds - kept;
}

static int last_survivor(int people, int every) {
    int survivor = 0;
    for (int size = 2; size <= people; size++) {
        survivor = (survivor + every) % size;
    }
    return survivor;
}

static int waiting_time(const int *lengths, int count) {
    int total = 0;
    int clock = 0;
    for (int i = 0; i < count; i++) {
        total += clock;
        clock += lengths[i];
    }
    return total;
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

static void test_peek(void) {
    struct queue queue = {{5, 0, 0, 8}, 3, 2};
    int front = peek(&queue, 0);
    int behind = peek(&queue, 1);
    int nothing = peek(&queue, 2);
    assert(front == 8);
    assert(behind == 5);
    assert(nothing == -1);
}

static void test_remove(void) {
    struct queue queue = {{4, 7, 4, 0}, 0, 3};
    int removed = remove_job(&queue, 4);
    assert(removed == 2);
    assert(queue.count == 1);
    assert(peek(&queue, 0) == 7);
}

static void test_survivor(void) {
    int last = last_survivor(7, 3);
    assert(last == 3);
}

static void test_waiting(void) {
    int lengths[4] = {3, 1, 4, 2};
    int total = waiting_time(lengths, 4);
    assert(total == 15);
}

int main(void) {
    test_waiting();
    test_order();
    test_peek();
    test_survivor();
    test_capacity();
    test_wrap();
    test_statistics();
    test_remove();
    return 0;
}
