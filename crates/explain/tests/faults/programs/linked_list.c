#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push_front(struct node *list, int value) {
    struct node *node = malloc(sizeof(struct node));
    node->value = value;
    node->next = list;
    return node;
}

static struct node *insert_sorted(struct node *list, int value) {
    if (list == 0 || list->value >= value) {
        return push_front(list, value);
    }
    struct node *before = list;
    while (before->next != 0 && before->next->value < value) {
        before = before->next;
    }
    before->next = push_front(before->next, value);
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list != 0) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static int count(const struct node *list) {
    int number = 0;
    for (const struct node *at = list; at != 0; at = at->next) {
        number++;
    }
    return number;
}

static int at(const struct node *list, int index) {
    while (index > 0) {
        list = list->next;
        index--;
    }
    return list->value;
}

static struct node *remove_value(struct node *list, int value) {
    if (list != 0 && list->value == value) {
        return list->next;
    }
    struct node *before = list;
    while (before->next != 0) {
        if (before->next->value == value) {
            before->next = before->next->next;
            break;
        }
        before = before->next;
    }
    return list;
}

static int sum(const struct node *list) {
    int total = 0;
    while (list != 0) {
        total += list->value;
        list = list->next;
    }
    return total;
}

static struct node *last(struct node *list) {
    while (list->next != 0) {
        list = list->next;
    }
    return list;
}

static struct node *append(struct node *left, struct node *right) {
    if (left == 0) {
        return right;
    }
    struct node *end = last(left);
    end->next = right;
    return left;
}

static int largest(const struct node *list) {
    int best = list->value;
    for (const struct node *at = list->next; at != 0; at = at->next) {
        if (at->value > best) {
            best = at->value;
        }
    }
    return best;
}

static void test_push(void) {
    struct node *list = push_front(0, 3);
    list = push_front(list, 8);
    assert(count(list) == 2);
    assert(at(list, 0) == 8);
    assert(at(list, 1) == 3);
}

static void test_sorted(void) {
    struct node *list = 0;
    list = insert_sorted(list, 5);
    list = insert_sorted(list, 2);
    list = insert_sorted(list, 9);
    list = insert_sorted(list, 7);
    assert(count(list) == 4);
    assert(at(list, 0) == 2);
    assert(at(list, 2) == 7);
}

static void test_remove(void) {
    struct node *list = push_front(push_front(push_front(0, 1), 2), 3);
    list = remove_value(list, 2);
    assert(count(list) == 2);
    assert(at(list, 1) == 1);
    list = remove_value(list, 3);
    assert(at(list, 0) == 1);
}

static void test_reverse(void) {
    struct node *list = push_front(push_front(0, 6), 4);
    list = reverse(list);
    assert(at(list, 0) == 6);
    assert(at(list, 1) == 4);
    assert(count(list) == 2);
}

static void test_append(void) {
    struct node *left = push_front(push_front(0, 2), 1);
    struct node *right = push_front(0, 3);
    struct node *all = append(left, right);
    assert(count(all) == 3);
    assert(at(all, 2) == 3);
    assert(append(0, right) == right);
}

static void test_sum(void) {
    struct node *list = push_front(push_front(push_front(0, 4), 9), 5);
    int total = sum(list);
    int best = largest(list);
    assert(total == 18);
    assert(best == 9);
    assert(last(list)->value == 4);
}

int main(void) {
    test_push();
    test_sum();
    test_remove();
    test_append();
    test_reverse();
    test_sorted();
    return 0;
}
