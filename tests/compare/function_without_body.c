// options: --function twice
// expect: unknown: `measure`, which has no body
int measure(int n);
int twice(int n) { return measure(n) + measure(n); }
