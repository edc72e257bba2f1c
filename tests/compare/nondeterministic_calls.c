// expect: differs: returns 0 instead of 1
int nondet_int(void);
int later(void)
{
    int a = nondet_int();
    int b = nondet_int();
    return a > b;
}
