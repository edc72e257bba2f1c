#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    char high[] = { (char)0x80, 0 }, low[] = { 0x7f, 0 };
    printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("abc", "ab")), sign(strcmp("", "")));
    printf("%d %d\n", sign(strcmp(high, low)), sign(strcmp("Z", "a")));
    printf("%d %d %d\n", sign(strncmp("abcX", "abcY", 3)), sign(strncmp("ab", "abc", 3)), sign(strncmp("a", "b", 0)));
    printf("%d %d %d\n", sign(memcmp("a\0b", "a\0c", 3)), sign(memcmp(high, low, 1)), memcmp("x", "y", 0));
    printf("%d %d %d\n", sign(strcasecmp("HeLLo", "hEllO")), sign(strcasecmp("a", "B")), sign(strncasecmp("ABc", "abD", 2)));
    printf("%d\n", sign(strcoll("a", "b")));
    return 0;
}
