// find: fails kind=unreach line=20
// stdin: k9!
// passing stdin: k9?
#include <stdio.h>

extern void reach_error(void);

static int next(void)
{
    int c = getchar();
    return c == EOF ? 0 : c;
}

int main(void)
{
    int a = next(), b = next(), c = next();
    if ((a ^ 0x55) == 0x3e)
        if (a + b == 164)
            if (c * 3 == 99 && (b & 1))
                reach_error();
    return 0;
}
