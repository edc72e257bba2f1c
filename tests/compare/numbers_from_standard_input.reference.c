#include <stdio.h>
int main(void)
{
    int a, b, c, least;
    if (scanf("%d", &a) != 1 || scanf("%d", &b) != 1 || scanf("%d", &c) != 1)
        return 1;
    least = a;
    if (b < least)
        least = b;
    if (c < least)
        least = c;
    printf("%d\n", least);
    return 0;
}
