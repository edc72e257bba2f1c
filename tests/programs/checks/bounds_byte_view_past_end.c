int main(void)
{
    int x = 5;
    unsigned char *p = (unsigned char *)&x;
    unsigned i, n = 0;
    for (i = 0; i <= sizeof x; i++)
        n += p[i]; //~ bounds@14: read of 1 byte just past the end of x
    return n;
}
