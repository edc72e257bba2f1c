// options: --checks -overflow,-shift
#include <assert.h>

/* What the machine does where nothing is checked: results wrap, counts are masked, numbers that do not fit become the smallest. */
int main(void) {
    int a[4] = {0, 0, 0, 0};
    int count = 33;
    a[1 << count] = 7;
    long wide = 1L << (count + 32);
    int largest = 2147483647;
    int wrapped = largest + 1;
    double number = 3e9;
    int truncated = (int)number;
    unsigned below = (unsigned)-3.5;
    unsigned char narrow = (unsigned char)(number / 7);
    float third = 1.0f / 3.0f;
    int sum = a[2] + (wrapped == truncated) + (wide == 2) + (third < 1.0 / 3) + (int)(below >> 31);
    assert(sum + narrow == 0);
    return 0;
}
