// find: safe function=apply
// input: op=3; a=6; b=2
// input: op=0; a=-1000; b=1000
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int either(int a, int b) { return a | b; }

typedef int operation(int, int);

static operation *const table[] = {add, subtract, either, 0};

//@ requires -1000 <= a && a <= 1000 && -1000 <= b && b <= 1000;
int apply(unsigned op, int a, int b)
{
    operation *chosen = op < sizeof table / sizeof table[0] ? table[op] : 0;
    return chosen ? chosen(a, b) : 0;
}
