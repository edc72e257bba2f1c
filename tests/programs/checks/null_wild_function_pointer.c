int main(void) {
    int (*handler)(int) = (int (*)(int))1234;
    return handler(3); //~ null@12: wild function pointer called: handler: no function lies at 0x4d2
}
