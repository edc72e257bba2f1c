int main(void)
{
    int x = 1;
    __asm__ volatile ("nop"); //~ error@5: inline assembler
    return x;
}
