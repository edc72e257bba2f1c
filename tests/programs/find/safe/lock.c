// find: safe
// input: nondet#1=0; nondet#2=1; nondet#3=1
// input: nondet#1=1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int held = 0;
    for (int i = 0; i < 8; i++) {
        int command = __VERIFIER_nondet_int();
        if (command == 0 && !held)
            held = 1;
        else if (command == 1 && held)
            held = 0;
        assert(held == 0 || held == 1);
    }
    return 0;
}
