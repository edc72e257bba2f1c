int main(void)
{
    unsigned short a = 65535, b = 65535;
    unsigned r = a * b; //~ overflow@18
    return r == 1;
}
