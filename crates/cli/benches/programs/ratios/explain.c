/* A long failing run whose cause is at its start. */
#include <assert.h>

int main(void)
{
    int values[16] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3 };
    int step = 3, sum = 0, i, k = 0;
    for (i = 0; i < 8000; i++) {
        k = (k + step) & 15;
        if (values[k] > 4)
            sum += values[k] - 4;
        values[k] = (values[k] + i) % 10;
    }
    assert(sum < 1000);
    return 0;
}
