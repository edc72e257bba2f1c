static int f(int x, int y) { return x + y; }

int main(void)
{
    return f(1); //~ error@12: `f` takes 2 arguments, but is given 1
}
