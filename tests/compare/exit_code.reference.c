#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc != 2)
        exit(3);
    int n = atoi(argv[1]);
    if (n < 0)
        return 2;
    exit(n % 8);
}
