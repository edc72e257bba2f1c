// options: -- 0
// expect: differs: exits with 1 instead of 2
#include <stdlib.h>
static void give_up(int code)
{
    exit(code);
}
static int examined(int n)
{
    if (n < 0)
        give_up(1);
    return n;
}
int main(int argc, char **argv)
{
    if (argc != 2)
        return 3;
    return examined(atoi(argv[1])) & 7;
}
