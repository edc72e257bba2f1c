// whydunit: --input x=4
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x * 2;
    if (y == 6)
        __VERIFIER_error();
    return 0;
} //~ none
