// options: --input factor=1
// expect: same
int scale(int factor, int n) { return factor == 1 ? n : 0; }
