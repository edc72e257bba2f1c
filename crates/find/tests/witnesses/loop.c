extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x > 10)
            continue;
        sum += x;
    }
    if (sum == 17)
        reach_error(); //~ unreach
    return 0;
}
