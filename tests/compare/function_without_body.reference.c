int measure(int n);
int twice(int n) { return 2 * measure(n); }
