int nondet_int(void);
int later(void)
{
    int a = nondet_int();
    return a < nondet_int();
}
