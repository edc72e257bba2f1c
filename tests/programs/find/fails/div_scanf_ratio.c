// find: fails kind=div line=14
// stdin: 12 3 3
// passing stdin: 12 3 1
#include <stdio.h>

int main(void)
{
    int miles, from, to;

    if (scanf("%d %d %d", &miles, &from, &to) != 3)
        return 1;
    if (miles < 0 || from < 0 || to < 0 || from > 24 || to > 24)
        return 1;
    printf("%d mph\n", miles / (to - from));
    return 0;
}
