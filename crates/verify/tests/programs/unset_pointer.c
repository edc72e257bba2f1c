// options: --function value --input which=0
static int ten = 10;
int value(int which) {
  int *p = 0;
  int bias = which + 1;
  if (which > 0)
    p = &ten;
  if (bias > 5)
    bias = 5;
  return *p + bias;
}
