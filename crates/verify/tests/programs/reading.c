// options: --stdin 12,700
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0, y = 0;
  int total = 100;
  if (scanf("%d,%d", &x, &y) != 2)
    return 1;
  total = total - x;
  if (y > 500)
    total = -total;
  assert(total > 0);
  return 0;
}
