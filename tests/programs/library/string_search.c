// cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char text[] = "the quick brown fox, the end";
static int at(const char *p) { return p ? (int)(p - text) : -1; }

int main(void)
{
    printf("%d %d %d %d\n", at(strchr(text, 'q')), at(strchr(text, 'Z')), at(strchr(text, 0)), at(strchr(text, 256 + 't')));
    printf("%d %d %d\n", at(strrchr(text, 't')), at(strrchr(text, '!')), at(strrchr(text, '\0')));
    printf("%d %d %d %d\n", at(strstr(text, "the")), at(strstr(text + 1, "the")), at(strstr(text, "")), at(strstr(text, "foxy")));
    printf("%d %d\n", at(memchr(text, 'b', 28)), at(memchr(text, 'b', 5)));
    printf("%zu %zu %zu\n", strspn(text, "eht"), strspn(text, "x"), strspn("aaa", "a"));
    printf("%zu %zu\n", strcspn(text, "xyz"), strcspn(text, ""));
    printf("%d %d\n", at(strpbrk(text, "xqz")), at(strpbrk(text, "ZQ")));
    printf("%d %d\n", at(index(text, 'k')), at(rindex(text, 'o')));
    printf("%d %d\n", at(strchrnul(text, '!')), at(strcasestr(text, "BROWN")));
    printf("%d %d\n", at(memrchr(text, 'e', 20)), ffs(24));
    printf("%d\n", at(memmem(text, 28, "fox", 3)));
    return 0;
}
