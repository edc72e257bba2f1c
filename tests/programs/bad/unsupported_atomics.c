#include <stdatomic.h>

int main(void)
{
    atomic_int n = 0;
    atomic_fetch_add(&n, 1); //~ error@5: not supported: `__atomic_fetch_add`
    return n;
}
