struct s { int x; };

int main(void)
{
    struct s s = { 1 };
    int i = 0;
    i = s; //~ error@9: cannot assign `struct s` to `int`
    return i;
}
