#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    int n = atoi(argv[1]);
    printf("%d is fine\n", n);
}
