#include <stdio.h>
#include <string.h>

#define DIGITS 80
typedef struct { int length; unsigned char digit[DIGITS]; } big;

static big from(unsigned long v) { big b = { 0 }; do b.digit[b.length++] = v % 10; while (v /= 10); return b; }
static big add(const big *a, const big *b)
{
    big r = { 0 };
    int carry = 0, i;
    for (i = 0; i < a->length || i < b->length || carry; i++) {
        int s = a->digit[i] + b->digit[i] + carry;
        r.digit[i] = s % 10;
        carry = s / 10;
    }
    r.length = i ? i : 1;
    return r;
}
static big multiply(const big *a, const big *b)
{
    big r = { 0 };
    for (int i = 0; i < a->length; i++) {
        int carry = 0, j;
        for (j = 0; j < b->length || carry; j++) {
            int s = r.digit[i + j] + carry + (j < b->length ? a->digit[i] * b->digit[j] : 0);
            r.digit[i + j] = s % 10;
            carry = s / 10;
        }
        if (i + j > r.length)
            r.length = i + j;
    }
    while (r.length > 1 && !r.digit[r.length - 1])
        r.length--;
    return r;
}
static const char *text(big b)
{
    static char out[3][DIGITS + 1];
    static int next;
    char *p = out[next++ % 3];
    for (int i = 0; i < b.length; i++)
        p[i] = (char)('0' + b.digit[b.length - 1 - i]);
    p[b.length] = '\0';
    return p;
}

int main(void)
{
    big f = from(1), a = from(0), b = from(1);
    for (unsigned long i = 2; i <= 50; i++) {
        big n = from(i);
        f = multiply(&f, &n);
    }
    printf("50! = %s\n", text(f));
    for (int i = 0; i < 200; i++) {
        big c = add(&a, &b);
        a = b;
        b = c;
    }
    printf("fib 200 = %s\n", text(a));
    printf("%s * %s = %s\n", text(from(99999)), text(from(12345678901234567890ul)), text(multiply(&(big){ 1, { 7 } }, &f)));
    return (int)strlen(text(f));
}
