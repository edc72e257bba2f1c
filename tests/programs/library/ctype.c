// cflags: -D_GNU_SOURCE
#include <ctype.h>
#include <stdio.h>

#define ROW(f) do { unsigned h = 0; int n = 0; for (int c = -1; c < 256; c++) if (f(c)) { n++; h = h * 31 + (unsigned)c; } printf("%s %d %u\n", #f, n, h); } while (0)

int main(void)
{
    unsigned h = 0;
    ROW(isalpha); ROW(isdigit); ROW(isalnum); ROW(isupper); ROW(islower); ROW(isspace); ROW(ispunct);
    ROW(isprint); ROW(isgraph); ROW(iscntrl); ROW(isxdigit); ROW(isblank);
    for (int c = -1; c < 256; c++)
        h = h * 33 + (unsigned)toupper(c) * 7 + (unsigned)tolower(c);
    printf("%u\n", h);
    printf("%c%c %c%c %d\n", toupper('a'), toupper('Z'), tolower('Q'), tolower('9'), toupper(EOF));
    printf("%d %d\n", isascii(127) != 0, isascii(128) != 0);
    return 0;
}
