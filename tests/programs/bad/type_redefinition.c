int f(void) { return 1; }
int f(void) { return 2; } //~ error@5

int main(void) { return f(); }
