/* Any object may be read as characters. */
struct s { int a; char b; double c; };

int main(void)
{
    struct s s = { 1, 2, 3 };
    unsigned char *p = (unsigned char *)&s;
    unsigned i, n = 0;
    for (i = 0; i < sizeof s.a; i++)
        n += p[i];
    return n - 1;
} //~ none
