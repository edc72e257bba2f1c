/* A failure inside a macro is reported where the macro is used. */
#include <assert.h>

#define CHECK(x, limit) do { int value = (x); assert(value < (limit)); } while (0)

int main(void)
{
    CHECK(3, 4);
    CHECK(4, 4); //~ assert@5: assertion failed: value < (4)
    return 0;
}
