// options: --function narrow --input x=-200 --input y=70000
#include <assert.h>

struct parts { unsigned low : 3; int high : 5; _Bool flag; };

/* Conversions between types of all sizes, bit-fields and lazily evaluated operands. */
int narrow(int x, long y) {
    struct parts p;
    signed char c = (signed char)x;
    unsigned short s = (unsigned short)y;
    p.low = s;
    p.high = c / 2;
    p.flag = x;
    double ratio = (double)c / s;
    float rounded = (float)ratio;
    int sign = x < 0 && y / x < 0 ? -1 : p.high;
    unsigned long bits = (unsigned long)sign >> 60;
    assert(p.low + p.flag + (rounded != ratio) + (int)bits == 0);
    return p.high;
}
