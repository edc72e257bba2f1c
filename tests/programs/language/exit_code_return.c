int main(void) { return 300 - 1; }
