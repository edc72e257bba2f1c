#include <stdio.h>

static int search(int a[3][3], int wanted)
{
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (a[i][j] == wanted)
                goto found;
    return -1;
found:
    return i * 10 + j;
}
static int into_block(int x)
{
    int r = 0;
    if (x)
        goto inside;
    {
        r += 1;
inside:
        r += 10;
    }
    while (r < 30) {
        r += 7;
        if (x == 2)
            goto after;
    }
    r += 100;
after:
    return r;
}
static int backward(int n)
{
    int total = 0;
again:
    {
        int fresh = n;
        total += fresh;
    }
    if (--n > 0)
        goto again;
    return total;
}
int main(void)
{
    int a[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    int tries = 0;
    printf("%d %d\n", search(a, 6), search(a, 60));
    printf("%d %d %d\n", into_block(0), into_block(1), into_block(2));
    printf("%d\n", backward(10));
    for (;;) {
        for (;;)
            if (++tries > 4)
                goto out;
            else
                goto next;
next:   ;
    }
out:
    printf("%d\n", tries);
    goto end;
    printf("skipped\n");
end:
    return 0;
}
