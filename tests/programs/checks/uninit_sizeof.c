int main(void)
{
    int x, *p = &x;
    (void)p;
    return (int)sizeof x - 4;
} //~ none
