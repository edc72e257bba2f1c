static int limit = 9;
static int cut(int n) { return n > limit ? limit : n; }
int clamp(int n) { return cut(n); }
