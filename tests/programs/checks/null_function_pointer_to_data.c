int main(void)
{
    int x = 3;
    int (*f)(void) = (int (*)(void))&x;
    return f(); //~ null@12
}
