// expect: differs: aborts instead of 0
#include <stdlib.h>
int main(int argc, char **argv)
{
    if (argc > 1 && atoi(argv[1]) == 41)
        abort();
    return 0;
}
