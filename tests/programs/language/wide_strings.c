#include <stddef.h>
#include <stdio.h>

static const wchar_t text[] = L"w\u00efde";
static unsigned short sixteen[] = u"a\u20ac\U0001F600";
static unsigned thirty_two[] = U"\U0001F600x";

int main(void)
{
    const wchar_t *p = L"pointer" L"ed";
    wchar_t c = L'\u20ac';
    size_t n = 0;
    while (p[n])
        n++;
    printf("%zu %zu %zu\n", sizeof(wchar_t), sizeof text, n);
    for (n = 0; text[n]; n++)
        printf("%x ", (unsigned)text[n]);
    printf("\n%x %x\n", (unsigned)c, (unsigned)L'\xff');
    for (n = 0; n < sizeof sixteen / sizeof *sixteen; n++)
        printf("%x ", sixteen[n]);
    printf("\n%zu %x %x\n", sizeof thirty_two, thirty_two[0], thirty_two[1]);
    printf("%zu %zu\n", sizeof L'a', sizeof "narrow");
    printf("%d\n", (int)(L"abc"[2] - u'a'));
    printf("%d\n", (wchar_t)-1 < 0);
    return 0;
}
