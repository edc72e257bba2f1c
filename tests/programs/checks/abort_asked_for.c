// whydunit: --checks +abort
#include <stdlib.h>

static void fatal(void)
{
    abort(); //~ abort@5: abort was called
}

int main(void)
{
    fatal();
    return 0;
}
