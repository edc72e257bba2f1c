#ifndef SETTING
#error SETTING is needed //~ error@2
#endif

int main(void) { return 0; }
