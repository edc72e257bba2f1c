struct s { int x; };

int main(void)
{
    struct s s = { 1 };
    if (s) //~ error@9
        return 1;
    return 0;
}
