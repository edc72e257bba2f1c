// whydunit: --input b=1 --input c=-5 --input u=4000000000 --input l=-5000000000
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void)
{
    _Bool b = __VERIFIER_nondet_bool();
    char c = __VERIFIER_nondet_char();
    unsigned u = __VERIFIER_nondet_uint();
    long l = __VERIFIER_nondet_long();
    if (b && c == -5 && u == 4000000000u && l == -5000000000)
        reach_error(); //~ unreach@9: reach_error() was reached
    return 0;
}
