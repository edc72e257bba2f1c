int main(void)
{
    int f = 3;
    return f(4); //~ error@12: this is not a function but `int`
}
