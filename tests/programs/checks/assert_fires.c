#include <assert.h>

int main(void)
{
    int x = 3;
    assert(x == 3);
    x++;
    assert(x < 4 && "too big"); //~ assert@5: assertion failed: x < 4 && "too big"
    return 0;
}
