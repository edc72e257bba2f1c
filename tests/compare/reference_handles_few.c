// expect: differs: returns 1 instead of 0
int at(const int *a, int n) { return a[n] == 5 && n == 3; }
