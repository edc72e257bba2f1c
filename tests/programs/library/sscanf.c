#include <stdio.h>

int main(void)
{
    int a = -1, b = -1, c = -1, n = -1;
    short h = 0; long l = 0; long long ll = 0; unsigned char hh = 0; unsigned u; size_t z;
    float f; double d; char s[20], t[20], ch[4] = "...";
    printf("%d", sscanf("10 20 30", "%d%d%d", &a, &b, &c)); printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("0x1A 017 9 077", "%i %i %i %o", &a, &b, &c, &u)); printf(" %d %d %d %u\n", a, b, c, u);
    printf("%d", sscanf("70000 -5 123456789012 300", "%hd %ld %lld %hhu", &h, &l, &ll, &hh)); printf(" %d %ld %lld %d\n", h, l, ll, hh);
    printf("%d", sscanf("1.5e3 -.25", "%f%lf", &f, &d)); printf(" %g %g\n", f, d);
    printf("%d", sscanf("name=value; rest", "%[^=]=%[^;]; %3s", s, t, ch)); printf(" %s %s\n", s, t);
    printf("%d", sscanf("abc", "%2c", ch)); printf(" %.3s\n", ch);
    printf("%d", sscanf("12abc", "%d%n", &a, &n)); printf(" %d %d\n", a, n);
    printf("%d\n", sscanf("", "%d", &a));
    printf("%d\n", sscanf("x", "%d", &a));
    printf("%d", sscanf("5 x", "%d %d", &a, &b)); printf(" %d\n", a);
    printf("%d", sscanf("2024-01-31", "%4d-%2d-%2d", &a, &b, &c)); printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("100%", "%d%%", &a)); printf(" %d\n", a);
    printf("%d", sscanf("  lead", "%s", s)); printf(" %s\n", s);
    printf("%d", sscanf("12345", "%2d%3d", &a, &b)); printf(" %d %d\n", a, b);
    printf("%d", sscanf("a-b]c", "%[]a-]%c", s, ch)); printf(" %s %c\n", s, ch[0]);
    printf("%d", sscanf("42 43", "%*d %zu", &z)); printf(" %zu\n", z);
    printf("%d", sscanf("+7 -0", "%d %d", &a, &b)); printf(" %d %d\n", a, b);
    printf("%d", sscanf("inf nan 0x1p4", "%lf %f %lf", &d, &f, &d)); printf(" %d %g\n", f != f, d);
    printf("%d\n", sscanf("ab", "abc"));
    return 0;
}
