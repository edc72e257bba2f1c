int main(void)
{
    int f = 3;
    return f(4); //~ error@12
}
