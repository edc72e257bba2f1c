union u { int i; unsigned char b[4]; };

int main(void)
{
    union u u;
    u.i = 0x01020304;
    return u.b[0] + u.b[3] - 5;
} //~ none
