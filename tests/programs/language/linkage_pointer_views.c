// files: linkage_pointer_views.inc.c
#include <stdio.h>

/* The other file knows the pointer's target by a record of its own; linkers accept that. */
struct item {
    int count;
};

struct item first = { 7 };
struct item *shared = &first;
int other_count(void);
void other_clear(void);

int main(void)
{
    printf("%d %d\n", shared->count, other_count());
    other_clear();
    printf("%d\n", shared == 0);
    return 0;
}
