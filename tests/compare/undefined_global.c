// options: --function above
// expect: differs: returns 1 instead of 0
extern int limit;
int above(int n) { return n >= limit; }
