#include <stdio.h>

int x = 1;
typedef int T;
struct tag { char c[3]; };
static int f(int x) { { int x = 50; x++; } return x; }
static int g(void) { int r = x; int x = 5; { extern int x; r += x * 100; } return r + x; }

int main(void)
{
    int x = 2;
    T t = 9;
    printf("%d %d %d %d\n", x, f(3), g(), t);
    {
        int x = 3, y = x + 1;
        struct tag { char c[30]; };
        T T = 4;
        printf("%d %d %zu %d\n", x, y, sizeof(struct tag), T + 1);
        for (int x = 10; x < 12; x++) {
            int y = x * 2;
            printf("%d ", y);
        }
        printf("%d %d\n", x, y);
        {
            typedef char T2;
            double x = 0.5;
            printf("%g %zu\n", x, sizeof(T2));
        }
    }
    printf("%d %zu\n", x, sizeof(struct tag));
    if (x == 2) {
        int x = 20;
        printf("%d\n", x);
    }
    int late = x * 7, printf_ = 3;
    enum { x_enum = 4 };
    { int f = 3; f++; printf("%d\n", f + late + printf_ + x_enum); }
    struct same { int same; } same = { 6 };
    goto same;
same:
    printf("%d\n", same.same);
    return 0;
}
