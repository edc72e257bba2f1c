int main(void)
{
    unsigned short a = 65535, b = 65535;
    unsigned r = a * b; //~ overflow@18: 65535 * 65535 does not fit in int
    return r == 1;
}
