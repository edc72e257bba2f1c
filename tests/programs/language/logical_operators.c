#include <stdio.h>

static char log_text[64];
static int used;
static int t(int x) { log_text[used++] = (char)('a' + x); return x; }
static void show(int value) { log_text[used] = 0; printf("%d %s\n", value, log_text); used = 0; }

int main(void)
{
    int i = 0, *p = 0;
    double d = 0.5;
    show(t(1) && t(2) && t(0) && t(3));
    show(t(0) || t(0) || t(5) || t(6));
    show(t(0) && t(1) || t(2) && t(3));
    show(t(0) || t(1) && t(0) || t(4));
    show(!t(0) + !t(5) * 2);
    show(!!t(7));
    show((t(1) && 2) == (t(3) || 0));
    show(p && *p);
    show(!p || *p);
    show(d && 0.1);
    show(i++ && i++);
    show(i);
    show((i--, i) || i++);
    show(i);
    show(t(1) & t(2));
    show(t(1) | t(2) ^ t(3));
    if (t(0) && t(1)) show(1); else show(2);
    while (t(2) && i < 3) i += t(1);
    show(i);
    show(1 < 2 < 3);
    show(3 > 2 > 1);
    show(5 == 5 == 1);
    show(-1 < 0u);
    show(1 && 0.0 || 'a' && "str");
    return 0;
}
