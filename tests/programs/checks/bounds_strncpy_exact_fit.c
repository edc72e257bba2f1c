#include <string.h>

int main(void)
{
    char a[4];
    strncpy(a, "abcdefg", sizeof a);
    return a[3] != 'd';
} //~ none
