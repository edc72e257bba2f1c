#include <stdint.h>

int main(void)
{
    int x = 6;
    uintptr_t bits = (uintptr_t)&x;
    bits ^= 0xff;
    bits ^= 0xff;
    return *(int *)bits - 6;
} //~ none
