const char *name(int n) { return n == 0 ? "none" : "some"; }
