/* Bytes that were set one by one are set. */
#include <string.h>

int main(void)
{
    char a[4], b[4];
    int i;
    memset(a, 'x', sizeof a);
    for (i = 0; i < 4; i++)
        b[i] = 'x';
    return memcmp(a, b, 4);
} //~ none
