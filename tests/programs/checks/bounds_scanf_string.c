// stdin: abcdefgh
#include <stdio.h>

int main(void)
{
    char word[8];
    if (scanf("%s", word) != 1) //~ bounds@9
        return 1;
    return 0;
}
