int f(int x) { if (x) return 3; }
int main(void)
{
    return f(0); //~ uninit@12: the result of a function that returned nothing is used
}
