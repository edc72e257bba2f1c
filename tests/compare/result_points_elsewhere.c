// expect: unknown: a result that points to something else than an argument
const char *name(int n) { return n ? "some" : "none"; }
