// whydunit: --checks all
int main(void)
{
    __builtin_trap(); //~ abort@5: abort was called
    return 0;
}
