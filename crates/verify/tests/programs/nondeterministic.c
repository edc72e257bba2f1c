// options: --input nondet#1=7 --input nondet#2=3
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > b);
  int difference = a - b;
  int other = b - a;
  if (difference > 0 && other < 0)
    reach_error();
  return 0;
}
