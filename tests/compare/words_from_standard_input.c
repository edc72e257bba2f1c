// expect: unknown: formatted input of something else than integers
#include <stdio.h>
int main(void)
{
    char word[8];
    if (scanf("%7s", word) == 1)
        puts(word);
    return 0;
}
