#include <setjmp.h>

static jmp_buf env;

int main(void)
{
    if (setjmp(env)) //~ error@9: `setjmp`
        return 1;
    longjmp(env, 1);
}
