#include <stdio.h>
int main(void)
{
    float limit;
    double score;
    printf("limit and score > ");
    if (scanf("%f %lf", &limit, &score) != 2)
        return 1;
    printf("%s\n", score >= limit ? "pass" : "fail");
    return 0;
}
