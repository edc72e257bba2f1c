#include "does_not_exist.h" //~ error@10: cannot find the header `does_not_exist.h`

int main(void) { return 0; }
