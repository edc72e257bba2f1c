/* A run that breaks an assumption ends without a failure. */
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    __VERIFIER_assume(x == 2);
    __VERIFIER_assert(0);
    return 0;
} //~ none: assumption
