#include <stdio.h>

struct s { int bits : 3; char name[5]; };
static int counter;
static int bump(void) { return ++counter; }

int main(void)
{
    int a = 5;
    typeof(a) b = 6;
    __typeof__(&a) p = &b;
    typeof(int[3]) array = { 1, 2, 3 };
    typeof(((struct s *)0)->name) name = "abcd";
    typeof(array) other = { [2] = 9 };
    typeof(bump()) result = 1;
    const typeof(1.0f) f = 0.5f;
    __auto_type q = &array[1];
    __auto_type u = 3000000000u;
    typeof(char) c = (char)300;
    typeof(bump) *fp = bump;
    int n = 2;
    typeof(int[n]) vla;
    vla[1] = 8;
    printf("%d %d %zu %zu\n", b, *p, sizeof array, sizeof name);
    printf("%d %d %d\n", other[2], result, counter);
    printf("%g %d %u %d\n", f, *q, u, c);
    printf("%d %zu %d\n", fp(), sizeof vla, vla[1]);
    printf("%zu %d\n", sizeof(typeof(bump())), counter);
    printf("%zu\n", sizeof(typeof(a + 1L)));
    typeof(a) *pp[2] = { &a, &b };
    printf("%d\n", *pp[0] + *pp[1]);
    return 0;
}
