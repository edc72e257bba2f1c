#include <string.h>
union u { char c[4]; double d; };
int main(void)
{
    union u u, v;
    u.d = 1.5;
    v = u;
    memcpy(&v, &u, sizeof v);
    return v.d != 1.5;
} //~ none
