struct s { int a, b; };
static int f(struct s s) { return s.a; }
int main(void)
{
    struct s s;
    s.a = 0;
    return f(s);
} //~ none
