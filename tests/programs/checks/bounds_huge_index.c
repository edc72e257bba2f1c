int main(void)
{
    char c[10] = "";
    unsigned long n = 0;
    n--;
    return c[n / 2]; //~ bounds@12: index 9223372036854775807 is out of bounds of c[10]
}
