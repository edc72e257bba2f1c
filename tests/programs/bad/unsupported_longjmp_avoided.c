#include <setjmp.h>

static jmp_buf env;

static int half(int n)
{
    if (n % 2 != 0)
        longjmp(env, 1);
    return n / 2;
}

int main(void)
{
    int result = setjmp(env);
    if (result != 0)
        return result;
    switch (setjmp(env)) {
    case 0:
        return half(10) - 5;
    default:
        return 2;
    }
} //~ none
