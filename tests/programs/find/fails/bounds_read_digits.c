// find: fails kind=bounds line=12
// stdin: 12345
// passing stdin: 123x
#include <stdio.h>

int main(void)
{
    char digits[4];
    int count = 0, c;

    while ((c = getchar()) >= '0' && c <= '9')
        digits[count++] = (char)c;
    return count == 0 ? 0 : digits[count - 1] - '0';
}
