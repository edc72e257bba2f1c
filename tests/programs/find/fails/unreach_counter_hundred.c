// find: fails kind=unreach line=17
// input: nondet#1=37
// passing input: nondet#1=36
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

/* A linear congruence, 100 rounds. */
int main(void)
{
    unsigned state = (unsigned)__VERIFIER_nondet_int();
    unsigned start = state;
    if (state > 1000)
        return 0;
    for (int i = 0; i < 100; i++)
        state = (state * 5 + 3) & 0x3ff;
    if (state == 393 && start < 100)
        __VERIFIER_error();
    return 0;
}
