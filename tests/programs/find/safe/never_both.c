// find: safe
// input: nondet#1=4660; nondet#2=305419896
// input: nondet#1=3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

/* No number does all of it: squares leave 0 or 1 when divided by 4. */
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > -1000 && n < 1000)
        if (n * n % 4 == 2 || (n * n) % 4 == 3)
            reach_error();
    int m = __VERIFIER_nondet_int();
    if (m > 10 && m < 20 && (m & 1) == 0 && m % 2 != 0)
        reach_error();
    return 0;
}
