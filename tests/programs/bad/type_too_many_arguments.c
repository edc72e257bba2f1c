static int f(int x) { return x; }

int main(void)
{
    return f(1, 2); //~ error@12: `f` takes 1 argument, but is given 2
}
