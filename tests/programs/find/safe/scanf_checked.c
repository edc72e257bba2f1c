// find: safe
// stdin: 12 3 3
// stdin: 12
// stdin: x
#include <stdio.h>

int main(void)
{
    int miles, from, to;

    if (scanf("%d %d %d", &miles, &from, &to) != 3)
        return 1;
    if (from < 0 || to > 24 || to <= from)
        return 1;
    printf("%d mph\n", miles / (to - from));
    return 0;
}
