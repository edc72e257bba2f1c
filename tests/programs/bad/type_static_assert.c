_Static_assert(sizeof(int) == 5, "int has five bytes"); //~ error@16

int main(void) { return 0; }
