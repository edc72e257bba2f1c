extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    int other = __VERIFIER_nondet_int();
    if (low > 100 && high <= -7 && other != 0 && other != 1)
        reach_error(); //~ unreach
    return 0;
}
