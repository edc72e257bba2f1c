/* Prints the different numbers of standard input in the order in which they first occur, and how many there are. */
#include <stdio.h>

#define MOST 100

struct set {
    int members[MOST];
    int size;
};

static int contains(const struct set *set, int number)
{
    for (int i = 0; i < set->size; i++) {
        if (set->members[i] == number)
            return 1;
    }
    return 0;
}

static int add(struct set *set, int number)
{
    if (contains(set, number) && set->size < MOST) {
        set->members[set->size] = number;
        set->size++;
        return 1;
    }
    return 0;
}

int main(void)
{
    struct set set;
    int number;
    set.size = 0;
    while (scanf("%d", &number) == 1) {
        if (add(&set, number))
            printf("%d ", number);
    }
    printf("(%d)\n", set.size);
    return 0;
}
