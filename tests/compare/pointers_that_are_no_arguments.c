// expect: same
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *words[] = { "5", "6" };
    char **word = words;
    int sum = atoi(word[0]) + atoi(word[1]);
    printf("%d\n", sum);
    return 0;
}
