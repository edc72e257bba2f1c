#include <stddef.h>
#include <stdio.h>

struct __attribute__((packed)) p { char c; int i; short s; };
struct q { char c; int i __attribute__((packed)); long l; };
struct r { char c; } __attribute__((aligned(16)));
struct t { char c; int i __attribute__((aligned(32))); char d; };
struct pb { unsigned a : 5; unsigned b : 30; char c; } __attribute__((packed));
typedef int aligned_int __attribute__((aligned(8)));
struct u { char c; aligned_int i; };
struct v { _Alignas(8) char c; char d; _Alignas(double) int e; };
struct w { struct p inner; char tail; };

static int unused_function(int x) __attribute__((unused, noinline));
static int __attribute__((const)) twice(int x) { return 2 * x; }
static void die(void) __attribute__((noreturn));
__attribute__((format(printf, 1, 2))) int printf(const char *, ...);
static int global __attribute__((unused)) = 3;

int main(void)
{
    struct p p = { 1, 0x01020304, 5 }, array[2] = { { 2, -1, 6 }, { 3, 1, 7 } };
    struct pb pb = { 31, 0x3fffffff, 'x' };
    int i __attribute__((aligned(64))) = 0;
    printf("%zu %zu %zu\n", sizeof(struct p), offsetof(struct p, s), _Alignof(struct p));
    printf("%zu %zu\n", sizeof(struct q), offsetof(struct q, i));
    printf("%zu %zu\n", sizeof(struct r), _Alignof(struct r));
    printf("%zu %zu %zu\n", sizeof(struct t), offsetof(struct t, i), offsetof(struct t, d));
    printf("%zu\n", sizeof(struct pb));
    printf("%zu %zu\n", sizeof(struct u), offsetof(struct u, i));
    printf("%zu %zu %zu\n", sizeof(struct v), offsetof(struct v, d), offsetof(struct v, e));
    printf("%zu %zu\n", sizeof(struct w), offsetof(struct w, tail));
    p.i++;
    array[1].i -= p.i;
    printf("%x %d %d %d\n", p.i, array[1].i, array[0].s, array[1].c);
    printf("%u %u %c\n", pb.a, pb.b, pb.c);
    pb.b--;
    printf("%x %d %d\n", pb.b, pb.a, i + twice(global));
    return 0;
}
__attribute__((cold)) static void die(void) { for (;;) ; }
static int unused_function(int x) { (void)die; return x; }
