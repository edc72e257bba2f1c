#include <stdio.h>
#include <string.h>

static const char *table[] = { "a" "b", "", "tab\there", "oct\101\0hidden", "hex\x41" "B" };
static char fixed[4] = "wxyz";
static char padded[10] = "pad";

int main(void)
{
    char s[] = "array", *p = "pointer";
    unsigned char high[] = "\xff\200\377";
    int i;
    for (i = 0; i < 5; i++)
        printf("[%s] %zu\n", table[i], strlen(table[i]));
    printf("%zu %zu %zu %zu\n", sizeof s, sizeof p, sizeof "lit", sizeof "a\0b");
    printf("%.4s %zu %d\n", fixed, sizeof padded, padded[9]);
    printf("%d %d %d\n", high[0], high[1], high[2]);
    printf("%d %d\n", "\xff"[0], (unsigned char)"\xff"[0]);
    s[1] = '\0';
    printf("%s %c\n", s, s[2]);
    printf("%c %c\n", *("hello" + 1), 4["hello"]);
    printf("%d %d %d %d %d %d\n", '\n', '\t', '\\', '\'', '\0', '\a');
    printf("%d %d %d %d\n", '\x7f', '\177', '\?', '"');
    printf("%d %d\n", '\377', '\e');
    printf("a\
b\n");
    printf("%s\n", "trigraph? \?\?=");
    printf("%s %s\n", __func__, __FILE__ + strlen(__FILE__) - 9);
    printf("%d\n", 'ab');
    printf("%s\n", p + 3);
    printf("caf\u00e9 %zu\n", strlen("caf\u00e9"));
    printf("%s\n", u8"utf8 \u20ac");
    return 0;
}
