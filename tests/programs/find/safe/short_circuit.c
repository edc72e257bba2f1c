// find: safe function=starts_with
// input: s="ab"; p="ab"
// input: s="a"; p="ab"
// input: s=NULL; p="x"
#include <stddef.h>

//@ requires p != \null && \valid(p + (0..1));
int starts_with(const char *s, const char *p)
{
    return s != NULL && p != NULL && (p[0] == '\0' || (s[0] == p[0] && (p[0] != 'q' || s[0] == 'q')));
}
