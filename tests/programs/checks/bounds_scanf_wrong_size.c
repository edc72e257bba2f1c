#include <stdio.h>

int main(void) {
    int x = 0;
    sscanf("12", "%ld", (long *)&x); //~ bounds@5: write of 8 bytes at offset 0 of x (4 bytes), in sscanf
    return x;
}
