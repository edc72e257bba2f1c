/* Whether a word, of one letter at least, reads the same from both ends; the case of letters does not count. */
#include <string.h>

static char lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    return c;
}

static int same(char a, char b)
{
    return lower(a) == lower(b);
}

int palindrome(const char *word)
{
    const char *left = word;
    const char *right = word + strlen(word);
    while (left < right) {
        if (!same(*left, *right))
            return 0;
        left++;
        right--;
    }
    return 1;
}
