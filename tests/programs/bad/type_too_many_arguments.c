static int f(int x) { return x; }

int main(void)
{
    return f(1, 2); //~ error@12
}
