int main(void)
{
    char c[10] = "";
    unsigned long n = 0;
    n--;
    return c[n / 2]; //~ bounds@12
}
