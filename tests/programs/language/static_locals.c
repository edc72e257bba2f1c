#include <stdio.h>

static int counter(void)
{
    static int n = 10;
    return n++;
}
static int *cell(int reset)
{
    static int storage[3] = { 1, 2 };
    if (reset)
        storage[2] = 0;
    storage[2]++;
    return storage;
}
static int recursive(int n)
{
    static int depth, deepest;
    int result;
    if (++depth > deepest)
        deepest = depth;
    result = n ? recursive(n - 1) : deepest;
    depth--;
    return result;
}
static const char *twice(int which)
{
    if (which) {
        static char text[] = "first";
        text[0]++;
        return text;
    } else {
        static char text[] = "other";
        text[0]--;
        return text;
    }
}
static int self(void)
{
    static int x = sizeof x;
    static int *p = &x;
    return (*p)++;
}

int main(void)
{
    int i;
    printf("%d", counter());
    printf(" %d", counter());
    printf(" %d\n", counter());
    for (i = 0; i < 4; i++)
        printf("%d ", cell(i == 2)[2]);
    printf("%d\n", cell(0) == cell(1));
    printf("%d", recursive(5));
    printf(" %d\n", recursive(3));
    twice(1);
    printf("%s", twice(1));
    printf(" %s\n", twice(0));
    self();
    printf("%d\n", self());
    for (i = 0; i < 3; i++) {
        static int once = 1;
        int fresh = 1;
        printf("%d%d ", once++, fresh++);
    }
    printf("\n");
    return 0;
}
