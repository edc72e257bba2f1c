int scale(int factor, int n) { return factor * n; }
