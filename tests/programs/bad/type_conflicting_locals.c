int main(void)
{
    int x = 1;
    char x = 2; //~ error@10: `x` is defined twice
    return x;
}
