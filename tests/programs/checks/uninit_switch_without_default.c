int main(void)
{
    int k = 2, r;
    switch (k) { case 1: r = 1; break; case 3: r = 2; }
    return r; //~ uninit@12: r is used uninitialised
}
