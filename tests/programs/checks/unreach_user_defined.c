#include <assert.h>

void reach_error(void) { assert(0); }
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (!(x > 0)) {
        reach_error(); //~ unreach@9: reach_error() was reached
    }
    return 0;
}
