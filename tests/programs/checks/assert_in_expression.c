#include <assert.h>

static int checked(int x) { return (assert(x != 0), 10 / x); } //~ assert@37: assertion failed: x != 0

int main(void)
{
    int r = checked(2);
    return r > 4 ? checked(r - 5) : 0;
}
