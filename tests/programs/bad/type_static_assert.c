_Static_assert(sizeof(int) == 5, "int has five bytes"); //~ error@16: static assertion failed: int has five bytes

int main(void) { return 0; }
