#include <setjmp.h>
#include <stdio.h>

/* What is not supported does no harm where the run does not get to it. */
typedef unsigned __int128 wide;

static wide product(wide a, wide b)
{
    wide c = a * b;
    if (c > 5)
        c += 1;
    c++;
    return c ? c : a;
}

static int halvings(void)
{
    __int128 v = 8;
    while ((v >>= 1) != 0u)
        ;
    return (int)v;
}

static double _Complex square(double _Complex z)
{
    if (z)
        z = z * z;
    return z;
}

static void halt(void)
{
    __asm__ volatile("hlt");
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 100) {
        product(1, 2);
        square(1.0);
        halt();
        return halvings();
    }
    puts("fine");
    return 0;
}
