#include <string.h>

struct s { int a, b; };

int main(void)
{
    struct s s, t, u;
    s.a = 1;
    t = s;
    memcpy(&u, &t, sizeof u);
    return u.b; //~ uninit@12: u.b is used uninitialised
}
