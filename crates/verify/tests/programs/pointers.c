// options: --function swap_if --input a=1 --input b=2 --input c=1
#include <assert.h>
static void set(int *to, int value) {
  *to = value;
}
int swap_if(int a, int b, int c) {
  int *first = &a, *second = &b;
  if (c) {
    int old = *first;
    set(first, *second);
    set(first, old);
  }
  assert(*first == 2);
  return *second;
}
