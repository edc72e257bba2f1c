/* GNU labels as values. */
#include <stdio.h>

static int computed(int n)
{
    static void *labels[] = { &&zero, &&one, &&two };
    int r = 0;
    goto *labels[n];
zero: r += 1;
one: r += 10;
two: r += 100;
    return r;
}

static int interpret(const char *code)
{
    static const void *const ops[] = { &&push, &&add, &&twice, &&stop };
    int acc = 0;
#define NEXT goto *ops[*code++ - '0']
    NEXT;
push: acc += 5; NEXT;
add: acc += 1; NEXT;
twice: acc *= 2; NEXT;
stop: return acc;
}

int main(void)
{
    printf("%d %d %d\n", computed(0), computed(1), computed(2));
    printf("%d\n", interpret("01123"));
    return 0;
}
