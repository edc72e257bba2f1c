extern int limit;
int above(int n) { return n > limit; }
