// find: safe
// input: nondet#1=200; nondet#2=3
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct date {
    unsigned day : 5;
    unsigned month : 4;
    signed offset : 3;
};

int main(void)
{
    struct date date = {0, 0, 0};
    date.day = (unsigned)__VERIFIER_nondet_int();
    date.month = (unsigned)__VERIFIER_nondet_int() % 12 + 1;
    date.offset = date.day > 15 ? -4 : 3;
    assert(date.day < 32 && date.month >= 1 && date.month <= 12);
    assert(date.offset >= -4 && date.offset <= 3);
    return 0;
}
