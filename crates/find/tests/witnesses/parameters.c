// function: middle
#include <assert.h>

struct range {
    int from;
    int to;
};

extern int bias;

int middle(struct range *r, const int *values, int n) {
    int at = (r->from + r->to) / 2;
    assert(n < 3 || values[at] + bias != 42); //~ assert
    return at;
}
