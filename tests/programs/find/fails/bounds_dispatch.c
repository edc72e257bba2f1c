// find: fails kind=bounds line=17 function=apply
// input: op=3; a=6; b=2
// passing input: op=2; a=6; b=2
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int either(int a, int b) { return a | b; }

typedef int operation(int, int);

static operation *const table[] = {add, subtract, either};

//@ requires -1000 <= a && a <= 1000 && -1000 <= b && b <= 1000;
int apply(unsigned op, int a, int b)
{
    if (op > sizeof table / sizeof table[0])
        return 0;
    return table[op](a, b);
}
