// expect: differs: prints "limit and score > fail\n" instead of "limit and score > pass\n"
#include <stdio.h>
int main(void)
{
    float limit;
    double score;
    printf("limit and score > ");
    if (scanf("%f %lf", &limit, &score) != 2)
        return 1;
    if (score > limit)
        printf("pass\n");
    else
        printf("fail\n");
    return 0;
}
