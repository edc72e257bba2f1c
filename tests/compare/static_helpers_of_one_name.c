// options: --function clamp
// expect: differs: returns 8 instead of 9
static int limit = 8;
static int cut(int n) { return n > limit ? limit : n; }
int clamp(int n) { return cut(n); }
