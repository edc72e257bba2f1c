int read_far(const int *a) { return a[999]; }
