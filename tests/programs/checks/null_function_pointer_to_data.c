int main(void)
{
    int x = 3;
    int (*f)(void) = (int (*)(void))&x;
    return f(); //~ null@12: wild function pointer called: f: no function lies at 0x380000000
}
