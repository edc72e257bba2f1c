#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; char d; };
struct b { char c; short s; char d; long l; };
struct c { char x[3]; struct a a; double d; };
struct d { struct { char p; long q; }; union { int u; char v[6]; }; char w; };
struct e { char c; struct { short s[2]; char t; } in[3]; long long ll; };
union u { char c[5]; int i; short s; };
struct nested { union u first; char second; union u third[2]; };
struct ptr { char c; void *p; int (*f)(int); char *names[2]; };

#define S(t) printf("sizeof %-14s %zu align %zu\n", #t, sizeof(t), _Alignof(t))
#define O(t, m) printf("%s.%s %zu\n", #t, #m, offsetof(t, m))

int main(void)
{
    S(struct a); S(struct b); S(struct c); S(struct d); S(struct e);
    S(union u); S(struct nested); S(struct ptr); S(float); S(double); S(long long);
    O(struct a, i); O(struct a, d);
    O(struct b, s); O(struct b, d); O(struct b, l);
    O(struct c, a); O(struct c, a.d); O(struct c, d);
    O(struct d, q); O(struct d, v); O(struct d, w);
    O(struct e, in); O(struct e, in[1].t); O(struct e, in[2].s[1]); O(struct e, ll);
    O(struct nested, second); O(struct nested, third[1].c[3]);
    O(struct ptr, p); O(struct ptr, f); O(struct ptr, names[1]);
    return 0;
}
