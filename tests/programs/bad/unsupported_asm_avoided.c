int main(int argc, char **argv)
{
    if (argc > 5)
        __asm__ volatile ("hlt");
    return 0;
} //~ none
