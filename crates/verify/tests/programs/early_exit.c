// options: --function find --input a=[5,8,2,9] --input wanted=8
#include <assert.h>
int find(int a[4], int wanted) {
  int at = -1;
  for (int i = 0; i < 4; i++) {
    if (a[i] == wanted)
      break;
    if (a[i] > 100)
      return -2;
    at = i;
  }
  assert(at == 1);
  return at;
}
