int main(void)
{
    long x = 5;
    int zero = 0;
    x /= zero; //~ div@5
    return 0;
}
