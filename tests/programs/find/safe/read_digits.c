// find: safe
// stdin: 12345
// stdin: 9x
// stdin: x
#include <stdio.h>

int main(void)
{
    char digits[4];
    int count = 0, c;

    while (count < 4 && (c = getchar()) >= '0' && c <= '9')
        digits[count++] = (char)c;
    return count == 0 ? 0 : digits[count - 1] - '0';
}
