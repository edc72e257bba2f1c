int a[-1]; //~ error@7: an array cannot have -1 elements

int main(void) { return 0; }
