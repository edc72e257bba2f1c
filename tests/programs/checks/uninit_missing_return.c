int f(int x) { if (x) return 3; }
int main(void)
{
    return f(0); //~ uninit@12
}
