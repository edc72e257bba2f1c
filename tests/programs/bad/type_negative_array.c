int a[-1]; //~ error@7

int main(void) { return 0; }
