// find: safe
// input: nondet#1=-2147483648; nondet#2=-1
// input: nondet#1=5; nondet#2=0
// input: nondet#1=9; nondet#2=2
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int q = 0;
    if (b != 0 && !(a == INT_MIN && b == -1))
        q = a / b + a % b;
    return b && a > 0 && b > 0 && q < 0;
}
