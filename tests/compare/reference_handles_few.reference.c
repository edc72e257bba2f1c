int at(const int *a, int n) { return 0 * a[n]; }
