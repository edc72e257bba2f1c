// cflags: -std=c2x
_BitInt(24) counter; //~ error@1: `_BitInt` is not supported
int main(void) { return 0; }
