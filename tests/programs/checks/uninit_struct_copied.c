/* Copying a partly initialised structure is fine; reading the missing member of the copy is not. */
#include <string.h>

struct s { int a, b; };

int main(void)
{
    struct s s, t, u;
    s.a = 1;
    t = s;
    memcpy(&u, &t, sizeof u);
    return u.a - 1;
} //~ none
