#include <stdio.h>
int main(void)
{
    unsigned n;
    return scanf("n=%u", &n) > 0;
}
