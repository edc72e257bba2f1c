int main(void)
{
    long x = 5;
    int zero = 0;
    x /= zero; //~ div@5: division by zero: 5 / 0
    return 0;
}
