// whydunit: --input nondet#2=9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a == 0 && b == 9)
        reach_error(); //~ unreach@9: reach_error() was reached
    return 0;
}
