// whydunit: --checks +abort
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc == 0)
        abort();
    return 3;
} //~ none: exit code 3
