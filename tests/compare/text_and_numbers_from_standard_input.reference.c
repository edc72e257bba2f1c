#include <stdio.h>
int main(void)
{
    char word[8];
    int n;
    if (scanf("%7s %d", word, &n) == 2)
        printf("%s\n", word);
    return 0;
}
