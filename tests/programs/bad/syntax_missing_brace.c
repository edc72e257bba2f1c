int main(void)
{
    if (1) {
        return 0;
} //~ error@1
