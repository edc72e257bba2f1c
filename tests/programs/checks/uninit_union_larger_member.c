union u { char c; int i; };

int main(void)
{
    union u u;
    u.c = 1;
    return u.i; //~ uninit@12: u.i is used uninitialised (u)
}
