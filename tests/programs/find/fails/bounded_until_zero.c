// find: fails kind=assert line=14 bounded
// input: nondet#1=1; nondet#2=1; nondet#3=1; nondet#4=0
// passing input: nondet#1=1; nondet#2=0
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

/* Nothing bounds the loop. */
int main(void)
{
    unsigned count = 0;
    while (__VERIFIER_nondet_int() != 0)
        count++;
    assert(count != 3);
    return 0;
}
