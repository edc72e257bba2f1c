#include <string.h>

struct pair { int first, second; };

static int pass(int value) { return value; }

//~ none
int main(void)
{
    int x, y, list[4], other[4];
    struct pair a, b;
    list[1] = 5;
    y = x;
    a.first = pass(y);
    b = a;
    for (int i = 0; i < 4; i++)
        other[i] = list[i];
    memcpy(list, other, sizeof list);
    unsigned u = (unsigned)b.first;
    u = (u << 3 ^ 7) + 1;
    return list[1] == 5 ? 0 : 1;
}
