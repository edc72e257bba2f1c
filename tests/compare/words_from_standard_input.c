// options: --unwind 4
// expect: same within bounds
#include <stdio.h>
int main(void)
{
    char word[8];
    if (scanf("%7s", word) == 1)
        puts(word);
    return 0;
}
