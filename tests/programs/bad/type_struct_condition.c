struct s { int x; };

int main(void)
{
    struct s s = { 1 };
    if (s) //~ error@9: a condition must be a number or a pointer, not `struct s`
        return 1;
    return 0;
}
