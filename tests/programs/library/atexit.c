#include <stdio.h>
#include <stdlib.h>

static int order;
static void first(void) { printf("first %d\n", ++order); }
static void second(void) { printf("second %d\n", ++order); }

int main(void)
{
    atexit(first);
    atexit(second);
    atexit(second);
    printf("main\n");
    exit(order + 7);
}
