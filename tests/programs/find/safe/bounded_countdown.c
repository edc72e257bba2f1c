// find: safe bounded
// input: nondet#1=3
// input: nondet#1=0
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), up = 0, down = n;
    while (down > 0) {
        down--;
        up++;
    }
    assert(up == n);
    return 0;
}
