// stdin: x
#include <stdio.h>

int main(void)
{
    int n;
    scanf("%d", &n);
    return n; //~ uninit@12: n is used uninitialised
}
