#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

struct s { char a; int b; _Static_assert(sizeof(int) == 4, "int"); };
_Static_assert(offsetof(struct s, b) == 4, "layout");
_Static_assert(sizeof(struct s) == 8, "size");
_Static_assert((unsigned char)300 == 44, "cast");
_Static_assert(-7 / 2 == -3 && -7 % 2 == -1, "truncation");
_Static_assert(UINT_MAX + 1 == 0, "wrap");
_Static_assert(-1 > 0u, "conversion");
_Static_assert((1 ? 2 : 3 / 1) == 2, "conditional");
_Static_assert('a' < 'b', "chars");
_Static_assert((int)3.99 == 3, "float to int");
_Static_assert(sizeof(char[3 + 4]) == 7, "array");
_Static_assert(~0u >> 31 == 1, "shift");
_Static_assert((1ull << 40) % 1000 == 776, "wide");
enum { CHECKED = sizeof(struct { char c[CHAR_BIT]; }) };

int main(void)
{
    static_assert(CHECKED == 8, "local");
    int a[CHECKED > 4 ? 3 : 5];
    printf("%zu\n", sizeof a / sizeof *a);
    return 0;
}
