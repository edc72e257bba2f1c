/* Whether the last digit of a number is its check digit, by Luhn's rule. Blanks do not count. */
#include <string.h>

static int digit_value(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : -1;
}

int luhn(const char *number)
{
    int sum = 0;
    int twice = 0;
    for (int i = (int)strlen(number) - 1; i >= 0; i--) {
        if (number[i] == ' ')
            continue;
        int digit = digit_value(number[i]);
        if (digit < 0)
            return 0;
        if (twice)
            digit = 2 * digit;
        if (digit > 10)
            digit = digit - 9;
        sum += digit;
        twice = !twice;
    }
    return sum % 10 == 0;
}
