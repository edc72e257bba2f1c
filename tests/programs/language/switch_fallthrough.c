#include <stdio.h>

static int classify(int x)
{
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 10; break;
    default: r += 1000;
    case 3: { r += 100; case 4: r += 5; } break;
    case 5 ... 7: r = -x;
    }
    return r;
}
static void duff(char *to, const char *from, int count)
{
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
static const char *wide(unsigned long long v)
{
    switch (v) {
    case 0x100000000ull: return "2^32";
    case 0: return "zero";
    case -1: return "max";
    }
    return "other";
}
static int in_loop(void)
{
    int i, n = 0;
    for (i = 0; i < 10; i++) {
        switch (i & 3) {
        case 0: continue;
        case 1: break;
        case 2: if (i > 5) goto done;
        default: n += 100;
        }
        n++;
    }
done:
    return n * 100 + i;
}
static int negative(signed char c)
{
    switch (c) { case -128: return 1; case 'a': return 2; case 127: return 3; default: return 0; }
}

int main(void)
{
    char buffer[12] = "...........";
    int i, calls = 0;
    for (i = 0; i <= 8; i++)
        printf("%d ", classify(i));
    printf("\n");
    duff(buffer, "abcdefghijk", 7);
    printf("%s\n", buffer);
    printf("%s %s %s %s\n", wide(1ull << 32), wide(0), wide(~0ull), wide(7));
    printf("%d\n", in_loop());
    printf("%d %d %d %d\n", negative(-128), negative('a'), negative(127), negative(128 - 256 + 1));
    switch (calls++) { int never; case 0: never = 4; printf("%d\n", never); }
    switch (calls) default: printf("bare\n");
    switch (5) { }
    switch (i) if (0) case 9: printf("inside if\n");
    printf("%d\n", calls);
    return 0;
}
