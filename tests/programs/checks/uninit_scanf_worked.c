// stdin: 0
#include <stdio.h>

int main(void)
{
    int n;
    scanf("%d", &n);
    return n;
} //~ none
