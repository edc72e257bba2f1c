union u { char c; int i; };
int main(void)
{
    union u u, v;
    u.c = 3;
    v = u;
    return v.c - 3;
} //~ none
