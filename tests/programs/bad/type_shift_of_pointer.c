int main(void)
{
    int x = 3, *p = &x;
    return p << 1; //~ error@12: `<<` cannot be applied to `int *` and `int`
}
