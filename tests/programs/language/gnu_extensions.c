#include <stdio.h>

struct empty { };
struct with_empty { int a; struct empty e; int b; };
union cast { int i; float f; };
static int zero_length[0];
static int range(int c)
{
    switch (c) {
    case '0' ... '9': return c - '0';
    case 'a' ... 'f': return c - 'a' + 10;
    default: return -1;
    }
}
static int takes_union(union cast u) { return u.i; }
__extension__ typedef long long wide;
static __inline__ int inlined(int x) { return x + 1; }
__extension__ static int labels(int n)
{
    __label__ again;
    int r = 0;
again:
    r += n;
    if (n-- > 0) goto again;
    return r;
}

int main(void)
{
    int n = 3;
    int nested_sum = 0;
    void *p = &n;
    printf("%zu %zu %zu\n", sizeof(struct empty), sizeof(struct with_empty), sizeof zero_length);
    printf("%d %d %d\n", range('7'), range('e'), range('z'));
    printf("%d\n", takes_union((union cast)42));
    printf("%zu %d\n", sizeof(wide), inlined(4));
    printf("%d\n", labels(4));
    printf("%d\n", *(int *)(p + 0));
    printf("%zu\n", __alignof__(double));
    const char *name = __PRETTY_FUNCTION__;
    printf("%s %s\n", name, __FUNCTION__);
    printf("%d\n", (1, 2) + ({ int a = n; a * a; }) + (n ?: 9));
    for (int i = 0; i < n; i++) { __extension__ int k = i; nested_sum += k; }
    printf("%d 0b: %d %d\n", nested_sum, 0b101, '\e');
    static const int dollar$sign = 3;
    return dollar$sign;
}
