#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    unsigned index = __VERIFIER_nondet_uint();
    if (size > 100 || index > size)
        return 0;
    char *block = calloc(size, 1);
    if (block == 0)
        return 0;
    block[index] = 'x'; //~ bounds
    free(block);
    return 0;
}
