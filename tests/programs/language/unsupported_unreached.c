/* Constructs that are not supported do no harm while the run avoids them. */
#include <stdio.h>

static int never(int x)
{
    __asm__ volatile ("nop");
    return x;
}

int main(int argc, char **argv)
{
    if (argc > 100)
        return never(argc);
    printf("fine\n");
    return 0;
}
