static void f(void) { }

int main(void)
{
    int x = f(); //~ error@13
    return x;
}
