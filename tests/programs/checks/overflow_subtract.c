int main(void)
{
    int a = -2000000000, b = 2000000000;
    return a - b > 0; //~ overflow@12: -2000000000 - 2000000000 does not fit in int
}
