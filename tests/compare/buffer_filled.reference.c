#include <string.h>
//@ requires 0 <= n && n <= 3;
void fill(char *to, int n, char c)
{
    memset(to, c, n);
    to[n] = 0;
}
