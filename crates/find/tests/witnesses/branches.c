extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int level;

static void raise(int by) {
    if (by >= 20)
        level++;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int tmp;
        tmp = __VERIFIER_nondet_int();
        if (tmp)
            level += 2;
        raise(__VERIFIER_nondet_int());
        int mode = __VERIFIER_nondet_int();
        if (mode > 3 && mode < 5)
            break;
    }
    if (level == 5)
        reach_error(); //~ unreach
    return 0;
}
