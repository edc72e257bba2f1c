// expect: unknown: standard input that is read as text and as numbers
#include <stdio.h>
int main(void)
{
    char word[8];
    int n;
    if (scanf("%7s", word) == 1 && scanf("%d", &n) == 1)
        printf("%s\n", word);
    return 0;
}
