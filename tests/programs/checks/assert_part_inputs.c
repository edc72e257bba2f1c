// whydunit: --function sum --input r.from=2 --input a[2]=6 --input b->n=1 --input kind=TWICE
// Parts of inputs by their names, enumeration constants as values.
#include <assert.h>

enum kind { ONCE, TWICE };

struct range {
    int from;
    int to;
};

struct box {
    int n;
};

int sum(struct range r, int *a, struct box *b, enum kind kind) {
    int total = a[r.from] + b->n;
    if (kind == TWICE)
        total *= 2;
    assert(total != 14); //~ assert@5: assertion failed: total != 14
    return total;
}
