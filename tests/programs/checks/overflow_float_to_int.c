int main(void)
{
    double d = 3e9;
    int i = (int)d; //~ overflow@13
    return i;
}
