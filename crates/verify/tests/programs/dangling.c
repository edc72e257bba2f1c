// options: --function use --input mode=2
#include <stdlib.h>
int use(int mode) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = mode;
  int done = 0;
  switch (mode) {
  case 1:
    done = 1;
    break;
  case 2:
    free(p);
  case 3:
    done = 2;
    break;
  default:
    done = 3;
  }
  return *p + done;
}
