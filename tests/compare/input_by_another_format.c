// expect: unknown: formatted input by this format
#include <stdio.h>
int main(void)
{
    unsigned n;
    return scanf("n=%u", &n) == 1;
}
