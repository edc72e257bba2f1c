int main(void)
{
    double d = 3e9;
    int i = (int)d; //~ overflow@13: 3000000000 does not fit in int
    return i;
}
