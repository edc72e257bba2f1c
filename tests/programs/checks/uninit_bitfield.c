struct s { unsigned a : 3; unsigned b : 5; };

int main(void)
{
    struct s s;
    s.a = 5;
    s.b = 9;
    return s.a + s.b - 14;
} //~ none
