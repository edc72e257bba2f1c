// expect: unknown: `calls`, which only the reference has
int next(int n) { return n ^ 1; }
