#include <stdio.h>

int main(void)
{
    printf("no end); //~ error@12: this string has no closing quote
    return 0;
}
