#include <stddef.h>
#include <stdio.h>

struct normal { char c; long l; short s; };
#pragma pack(push, 1)
struct one { char c; long l; short s; };
#pragma pack(2)
struct two { char c; long l; char d; };
#pragma pack(push, 4)
struct four { char c; long l; char d; struct normal n; };
#pragma pack(pop)
struct two_again { char c; int i; };
#pragma pack(pop)
struct back { char c; long l; short s; };
#pragma pack(1)
struct bits { char c; unsigned a : 9; unsigned b : 9; };
#pragma pack()
struct end { char c; int i; };

int main(void)
{
    struct one x = { 'a', 0x1122334455667788, 3 };
    unsigned char *bytes = (unsigned char *)&x;
    unsigned i;
    printf("%zu %zu %zu %zu %zu %zu %zu %zu\n", sizeof(struct normal), sizeof(struct one), sizeof(struct two), sizeof(struct four),
        sizeof(struct two_again), sizeof(struct back), sizeof(struct bits), sizeof(struct end));
    printf("%zu %zu %zu\n", offsetof(struct one, l), offsetof(struct two, d), offsetof(struct four, n));
    for (i = 0; i < sizeof x; i++)
        printf("%02x", bytes[i]);
    x.l++;
    printf("\n%lx\n", (unsigned long)x.l);
    return 0;
}
