#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("never\n"); }

int main(void)
{
    atexit(never);
    printf("out\n");
    fflush(stdout);
    _Exit(9);
}
