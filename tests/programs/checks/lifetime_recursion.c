int *keep;
int f(int n) { int x = n; if (n == 0) { keep = &x; return 0; } return f(n - 1) + x; }
int main(void)
{
    f(3);
    return *keep; //~ lifetime@12: read of 4 bytes of x after its lifetime ended
}
