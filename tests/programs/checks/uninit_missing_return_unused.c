int f(int x) { if (x) return 3; }
int main(void)
{
    int r = f(1);
    f(0);
    return r - 3;
} //~ none
