#include <stdlib.h>

int main(void)
{
    exit(EXIT_FAILURE);
} //~ none: exit code 1
