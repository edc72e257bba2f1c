// cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void dump(const char *s, size_t n)
{
    while (n--) { printf(*s >= 32 && *s < 127 ? "%c" : "<%d>", *s); s++; }
    printf("\n");
}

int main(void)
{
    char a[16], b[16] = "0123456789abcde", *r;
    memset(a, '.', sizeof a);
    r = strcpy(a, "copy");
    dump(a, 16); printf("%d\n", r == a);
    memset(a, '.', sizeof a);
    strncpy(a, "abc", 6); dump(a, 16);
    strncpy(a, "abcdef", 3); dump(a, 16);
    strncpy(a, "", 2); dump(a, 16);
    strcpy(a, "one"); strcat(a, ""); strcat(strcat(a, "two"), "three"); dump(a, 16);
    a[3] = 0; strncat(a, "XYZ", 2); dump(a, 16);
    strncat(a, "Q", 9); dump(a, 16);
    memcpy(b + 2, "MMM", 3); dump(b, 16);
    memmove(b + 1, b, 6); dump(b, 16);
    memmove(b, b + 3, 8); dump(b, 16);
    memmove(b, b, 4); memcpy(b, a, 0); dump(b, 16);
    r = memset(b, 300, 4); dump(b, 16); printf("%d\n", r == b);
    r = stpcpy(a, "stop"); printf("%d\n", (int)(r - a));
    r = mempcpy(a, "xx", 2); printf("%d %s\n", (int)(r - a), a);
    bzero(b, 3); dump(b, 5);
    bcopy("bcopy", b, 5); dump(b, 6);
    r = strdup("duplicate"); printf("%s %zu\n", r, strlen(r));
    r = strndup("duplicate", 3); printf("%s\n", r);
    r = memccpy(a, "until:here", ':', 10); printf("%d\n", (int)(r - a)); dump(a, 6);
    printf("%zu %zu %zu\n", strlen(""), strlen("a\0b"), strnlen("abcdef", 3));
    return 0;
}
