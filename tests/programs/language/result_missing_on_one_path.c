#include <stdio.h>
#include <stdlib.h>

/* A function that ends the program instead of returning must not cast doubt on the parameter that its result would be stored in. */
struct box { int length; };

static struct box *make(void)
{
    puts("never made");
    abort();
}

static int set(struct box *b, int n)
{
    if (b == NULL)
        b = make();
    b->length = n;
    if (n > 100)
        n = make()->length;
    return n + 1;
}

int main(void)
{
    struct box b;
    int r = set(&b, 4);
    printf("%d %d\n", b.length, r);
    return 0;
}
