// find: safe function=swap_halves
// input: a=[1, 2, 3, 4, 5, 6]
#include <assert.h>
#include <string.h>

/* The halves touch but do not overlap. */
//@ requires \valid(a + (0..5));
void swap_halves(int *a)
{
    int kept[3], first = a[0], fourth = a[3];
    memcpy(kept, a, sizeof kept);
    memcpy(a, a + 3, sizeof kept);
    memcpy(a + 3, kept, sizeof kept);
    assert(a[0] == fourth && a[3] == first);
}
