// find: safe
// input: nondet#1=1; nondet#2=1
// input: nondet#2=1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *buffer;

static void release(void)
{
    free(buffer);
    buffer = NULL;
}

int main(void)
{
    buffer = malloc(4 * sizeof *buffer);
    if (!buffer)
        return 1;
    buffer[3] = 5;
    if (__VERIFIER_nondet_int())
        release();
    if (__VERIFIER_nondet_int())
        release();
    int last = buffer ? buffer[3] : 0;
    release();
    return last;
}
