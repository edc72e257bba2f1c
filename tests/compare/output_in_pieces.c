// expect: same within bounds
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i < argc; i++)
        sum ^= atoi(argv[i]);
    printf("sum: %d", sum);
    putchar('\n');
    puts("done");
    return 0;
}
