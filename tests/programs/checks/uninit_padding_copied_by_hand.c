int main(void)
{
    struct { char c; int i; } s, t;
    s.c = 1; s.i = 2;
    unsigned char *a = (unsigned char *)&s, *b = (unsigned char *)&t;
    for (unsigned i = 0; i < sizeof s; i++) b[i] = a[i];
    return t.c + t.i - 3;
} //~ none
