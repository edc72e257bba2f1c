#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void l(const char *s, int base)
{
    char *end;
    long v;
    errno = 0;
    v = strtol(s, &end, base);
    printf("%ld [%s] %d\n", v, end, errno == ERANGE ? 1 : errno == EINVAL ? 2 : errno);
}
static void ul(const char *s, int base)
{
    char *end;
    unsigned long v;
    errno = 0;
    v = strtoul(s, &end, base);
    printf("%lu [%s] %d\n", v, end, errno == ERANGE);
}

int main(void)
{
    l("123", 10); l("  -42abc", 10); l("+7", 10); l("", 10); l("abc", 10); l("- 5", 10);
    l("0x1F", 16); l("0x1F", 0); l("017", 0); l("0b1", 0); l("0x", 0); l("0xg", 16); l("z9", 36); l("102", 2); l("08", 0);
    l("9223372036854775807", 10); l("9223372036854775808", 10); l("-9223372036854775808", 10); l("-9223372036854775809", 10);
    l("99999999999999999999999x", 10); l("\t\n 12", 10); l("0x7fffffffffffffff", 0);
    ul("4294967295", 10); ul("-1", 10); ul("18446744073709551615", 10); ul("18446744073709551616", 10); ul("0xffff", 0); ul("-0", 10);
    printf("%lld %llu\n", strtoll("-77", NULL, 8), strtoull("777", NULL, 8));
    printf("%d %d %d %d\n", atoi("12ab"), atoi("-0012"), atoi(""), atoi("   9"));
    printf("%ld %lld\n", atol("-3000000000"), atoll("3000000000000"));
    return 0;
}
