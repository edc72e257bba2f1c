#include <assert.h>
int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); int main(void) {
  int y = 42;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 & y >= 23);
  assert(0);
}
