#include <stdio.h>

int main(void)
{
    char a[6];
    snprintf(a, sizeof a, "%d", -123456789);
    return a[5];
} //~ none
