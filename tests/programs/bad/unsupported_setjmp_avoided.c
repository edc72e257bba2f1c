#include <setjmp.h>

static jmp_buf env;

int main(int argc, char **argv)
{
    if (argc > 5 && setjmp(env))
        return 1;
    return 0;
} //~ none
