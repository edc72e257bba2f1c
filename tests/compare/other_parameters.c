// expect: unknown: `f` has other parameters or another result in the reference
int f(int n) { return n; }
