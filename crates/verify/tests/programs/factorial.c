// options: --function start --input n=13
static int factorial(int n) {
  if (n <= 1)
    return 1;
  return n * factorial(n - 1);
}
int start(int n) {
  int limit = 20;
  if (n > limit)
    n = limit;
  return factorial(n);
}
