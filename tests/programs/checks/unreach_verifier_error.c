// whydunit: --input x=3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x * 2;
    if (y == 6)
    ERROR: __VERIFIER_error(); //~ unreach@12: __VERIFIER_error() was reached
    return 0;
}
