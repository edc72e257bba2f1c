int main(void)
{
    if (1) {
        return 0;
} //~ error@1: expected declaration or statement at end of input
