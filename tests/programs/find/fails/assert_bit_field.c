// find: fails kind=assert line=23
// input: nondet#1=1; nondet#2=1; nondet#3=1; nondet#4=1; nondet#5=1; nondet#6=1; nondet#7=1; nondet#8=1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct status {
    unsigned ready : 1;
    unsigned retries : 3;
    unsigned failed : 1;
};

int main(void)
{
    struct status status = {1, 0, 0};
    int failures = 0;
    for (int i = 0; i < 8; i++) {
        if (__VERIFIER_nondet_int() != 0) {
            status.retries++;
            failures++;
        }
        if (status.retries == 0)
            assert(failures == 0);
    }
    return status.ready;
}
