// find: fails kind=bounds line=15
// input: nondet#1=1
// passing input: nondet#1=0
extern int __VERIFIER_nondet_int(void);

static unsigned char sieve[100];

int main(void)
{
    int inclusive = __VERIFIER_nondet_int() == 1;
    int limit = inclusive ? 100 : 99;
    int even = 0;

    for (int i = 0; i <= limit; i++) {
        sieve[i] = i % 2 == 0;
        even += sieve[i];
    }
    return even;
}
