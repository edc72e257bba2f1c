static int twice(int x) { return 2 * x; }

int main(void)
{
    int n;
    return twice(n); //~ uninit@18: n is used uninitialised
}
