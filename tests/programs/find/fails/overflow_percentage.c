// find: fails kind=overflow line=10
// input: nondet#1=30000000; nondet#2=50000000
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int percentage(int done, int total)
{
    return done * 100 / total;
}

int main(void)
{
    int done = __VERIFIER_nondet_int();
    int total = __VERIFIER_nondet_int();
    __VERIFIER_assume(total > 0 && total <= 50000000);
    __VERIFIER_assume(done >= 0 && done <= total);
    printf("%d%%\n", percentage(done, total));
    return 0;
}
