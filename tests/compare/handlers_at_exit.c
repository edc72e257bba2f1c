// expect: unknown: functions that run at exit
#include <stdio.h>
#include <stdlib.h>
static void bye(void) { puts("bye"); }
int main(void)
{
    atexit(bye);
    return 0;
}
