// expect: differs: prints "3 is odd\n" instead of "3 is fine\n"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    int n = atoi(argv[1]);
    printf("%d is %s\n", n, n == 3 ? "odd" : "fine");
}
