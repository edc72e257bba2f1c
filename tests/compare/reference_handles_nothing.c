// expect: unknown: the reference handles no input looked at
int read_far(const int *a) { return a[1000]; }
