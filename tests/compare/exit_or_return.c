// expect: same within bounds
#include <stdio.h>
#include <stdlib.h>
static int parsed(const char *text)
{
    int n = *text - '0';
    if (n < 0 || n > 9) {
        printf("no digit\n");
        exit(2);
    }
    return n;
}
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    printf("%d\n", parsed(argv[1]));
    return 0;
}
