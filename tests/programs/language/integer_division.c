#include <limits.h>
#include <stdio.h>

int main(void)
{
    int values[] = { 7, -7, 0, 1, -1, INT_MAX, INT_MIN + 1 };
    int divisors[] = { 2, -2, 3, -3, 1, 10, INT_MIN };
    unsigned char c = 200;
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++)
            printf("%d,%d ", values[i] / divisors[j], values[i] % divisors[j]);
        printf("\n");
    }
    printf("%u %u\n", (unsigned)-7 / 2, (unsigned)-7 % 2);
    printf("%u\n", -7 / 2u);
    printf("%ld %ld\n", LONG_MIN / 3, LONG_MIN % 3);
    printf("%llu\n", ULLONG_MAX / 10);
    printf("%d %d\n", c / -3, c % -3);
    printf("%d %d\n", (char)-128 / (char)-1, (short)-32768 / -1);
    printf("%d\n", INT_MIN / 1 == INT_MIN);
    return 0;
}
