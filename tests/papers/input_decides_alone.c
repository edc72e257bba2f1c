int __VERIFIER_nondet_int(void);
int main(void) {
  int y = 7;
  int x = __VERIFIER_nondet_int();
  //@ assert x >= 0 && y >= 0;
  return 0;
}
