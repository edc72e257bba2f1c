int main(void)
{
    int x = 1;
    __asm__ volatile ("nop"); //~ error@5: not supported: inline assembler
    return x;
}
