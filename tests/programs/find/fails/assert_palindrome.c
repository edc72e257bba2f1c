// find: fails kind=assert line=18 function=check
// input: s="abca"
// passing input: s="abba"
#include <assert.h>
#include <string.h>

/* Compares the ends and forgets the middle. */
static int is_palindrome(const char *s)
{
    size_t n = strlen(s);
    return n == 0 || s[0] == s[n - 1];
}

//@ requires \valid(s + (0..4)) && s[4] == 0;
void check(const char *s)
{
    if (strlen(s) == 4 && is_palindrome(s))
        assert(s[1] == s[2]);
}
