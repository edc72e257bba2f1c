int main(void)
{
    int x = 1 << 31;
    return x < 0 ? 0 : 1;
} //~ none
