int f(void) { return 1; }
int f(void) { return 2; } //~ error@5: `f` is defined twice

int main(void) { return f(); }
