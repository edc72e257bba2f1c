// whydunit: --checks all,-uninit
#include <stdio.h>

/* Reading a value of which only some bytes were set leaves those bytes alone. */
union cell { unsigned char byte[4]; unsigned word; };
static unsigned sink;

int main(void)
{
    union cell c, d;
    c.byte[0] = 7;
    c.byte[2] = 9;
    sink = c.word;
    d = c;
    sink = d.word;
    printf("%d %d\n", d.byte[0], d.byte[2]);
    return 0;
}
