#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void d(const char *s)
{
    char *end;
    double v;
    errno = 0;
    v = strtod(s, &end);
    printf("%.17g [%s] %d\n", v, end, errno == ERANGE);
}

int main(void)
{
    d("1.5"); d("  -2e3x"); d("+.5"); d("5."); d("."); d(""); d("e5"); d("1e"); d("1e+"); d("1e-2");
    d("0x1.8p1"); d("0x.8"); d("0x"); d("inf"); d("-INFINITY!"); d("infin"); d("nan"); d("1e400"); d("-1e400"); d("1e-400");
    d("4.9406564584124654e-324"); d("2.2250738585072014e-308"); d("0.1"); d("123456789012345678901234567890");
    d("0.30000000000000004"); d("9007199254740993"); d("1.7976931348623157e308"); d("00012.50"); d("1.2.3"); d("1,5"); d("--1");
    printf("%.9g %g\n", strtof("0.1", NULL), atof("2.5abc"));
    printf("%.9g\n", strtof("16777217", NULL));
    return 0;
}
