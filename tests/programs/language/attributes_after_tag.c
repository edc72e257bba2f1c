#include <stddef.h>
#include <stdio.h>

/* An attribute behind the tag of a type that is defined elsewhere belongs to what is declared. */
struct point { int x, y; };
enum colour { RED, GREEN };
union word { int i; char c[4]; };

struct shape {
    char kind;
    struct point __attribute__((aligned(16))) at;
    char letter;
    enum colour __attribute__((aligned(8))) fill;
    union word __attribute__((unused)) w;
};

struct __attribute__((packed)) tight { char c; struct point __attribute__((unused)) p; };

static int sum(struct point __attribute__((unused)) p, enum colour __attribute__((unused)) c)
{
    return p.x + p.y + c;
}

int main(void)
{
    struct point __attribute__((unused)) p = { 1, 2 };
    printf("%zu %zu %zu %zu\n", offsetof(struct shape, at), offsetof(struct shape, fill),
           offsetof(struct shape, w), sizeof(struct shape));
    printf("%zu %d\n", sizeof(struct tight), sum(p, GREEN));
    printf("%zu\n", sizeof(struct point __attribute__((unused))));
    return 0;
}
