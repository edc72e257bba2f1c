int main(void)
{
    int a = 10, b = 2;
    b -= 2;
    return 1 + a / b; //~ div@16: division by zero: 10 / 0
}
