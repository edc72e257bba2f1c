int main(void)
{
    int x = 3;
    return *x; //~ error@12: `*` needs a pointer, but this is `int`
}
