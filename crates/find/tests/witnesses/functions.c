extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

static int limit;

static int read_value(void) {
    int x = __VERIFIER_nondet_int();
    return x;
}

static int twice(int n) {
    return n + n;
}

static void check(int cond) {
    if (!cond) {
        reach_error(); //~ unreach
    }
}

int main(void) {
    int x = read_value();
    limit = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_uchar();
    int d = twice(__VERIFIER_nondet_int()) + __VERIFIER_nondet_int();
    check(!(x == -5 && limit == 1000000 && c == 'q' && d == 24));
    return 0;
}
