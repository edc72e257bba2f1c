#include <stdlib.h>
int main(int argc, char **argv) { return argv[argc] == NULL ? EXIT_FAILURE + argc : EXIT_SUCCESS; }
