#ifndef SETTING
#error SETTING is needed //~ error@2: #error SETTING is needed
#endif

int main(void) { return 0; }
