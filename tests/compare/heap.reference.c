//@ requires 0 < n && n <= 3;
int last(int n, int value) { return value; }
