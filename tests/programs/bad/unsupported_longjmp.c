#include <setjmp.h>

static jmp_buf env;

int main(void)
{
    if (setjmp(env))
        return 1;
    longjmp(env, 1); //~ error@5: not supported: `longjmp`
}
