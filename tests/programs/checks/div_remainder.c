int main(void)
{
    unsigned n = 0;
    return 7 % n; //~ div@12: remainder by zero: 7 % 0
}
