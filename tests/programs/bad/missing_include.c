#include "does_not_exist.h" //~ error@10

int main(void) { return 0; }
