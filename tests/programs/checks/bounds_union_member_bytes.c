struct s { union { int i; char b[4]; } u; int after; };
int main(void)
{
    struct s s = { { 0x01020304 }, 5 };
    char *p = s.u.b;
    int n = 0;
    for (int i = 0; i < 4; i++) n += p[i];
    return n - 10;
} //~ none
