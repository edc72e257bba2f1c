extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x == 0);
    x = x + 1;
    __VERIFIER_assert(x == 0); //~ assert@5: assertion failed: x == 0
    return 0;
}
