// files: linkage_records_owner.inc.c linkage_records_user.inc.c
#include <stdio.h>

/* What a header would declare, in every file; each file has its own copies of the types. */
struct point { int x, y; };
struct hidden;
extern struct point origin, *first, *list[];
extern struct hidden *secret;
int reveal(struct hidden *h);
int use(void);

int main(void)
{
    printf("%d %d %d %d\n", origin.x, first->y, list[1]->x, reveal(secret));
    origin.x = 9;
    printf("%d\n", use());
    return 0;
}
