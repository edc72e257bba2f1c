#include <stdio.h>

/* A jump back inside a block keeps the block's objects; leaving the block ends them. */
int main(void)
{
    int *keep = 0;
again:;
    int v = 3;
    if (!keep) {
        keep = &v;
        goto again;
    }
    v = 4;
    int *q = 0, n = 0;
loop:;
    int *c = &(int){ n };
    if (n++ < 2) {
        q = c;
        goto loop;
    }
    printf("%d %d %d\n", *keep, *q, keep == &v);
    for (int i = 0; i < 3; i++) {
        struct { char tag; int value; } fresh;
        fresh.tag = 'a' + i;
        fresh.value = i;
        printf("%c%d ", fresh.tag, fresh.value);
    }
    puts("");
    return 0;
}
