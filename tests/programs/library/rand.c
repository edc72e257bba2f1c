#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int i, counts[6] = { 0 };
    for (i = 0; i < 5; i++)
        printf("%d ", rand());
    printf("\n");
    srand(42);
    for (i = 0; i < 5; i++)
        printf("%d ", rand());
    printf("\n");
    srand(1);
    printf("%d\n", rand());
    srand(12345);
    for (i = 0; i < 600; i++)
        counts[rand() % 6]++;
    for (i = 0; i < 6; i++)
        printf("%d ", counts[i]);
    printf("\n%d\n", RAND_MAX);
    srand(0);
    printf("%d\n", rand() == rand());
    return 0;
}
