struct s { int a, b; };

int main(void)
{
    struct s s;
    s.a = 1;
    return s.a + s.b; //~ uninit@18: s.b is used uninitialised
}
