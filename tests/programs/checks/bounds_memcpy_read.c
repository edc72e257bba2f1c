#include <string.h>

int main(void)
{
    int from[3] = { 1, 2, 3 }, to[4];
    memcpy(to, from, sizeof to); //~ bounds@5: read of 16 bytes at offset 0 of from[3], in memcpy
    return 0;
}
