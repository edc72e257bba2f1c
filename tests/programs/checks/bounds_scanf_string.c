// stdin: abcdefgh
#include <stdio.h>

int main(void)
{
    char word[8];
    if (scanf("%s", word) != 1) //~ bounds@9: write of 1 byte just past the end of word[8], in scanf
        return 1;
    return 0;
}
