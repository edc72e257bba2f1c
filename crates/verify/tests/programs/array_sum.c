// options: --function sum --input n=4
int sum(int n) {
  int a[4] = {3, 1, 4, 1};
  int s = 0;
  for (int i = 0; i <= n; i++) {
    s += a[i];
  }
  return s;
}
