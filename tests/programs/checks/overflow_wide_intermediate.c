int main(void)
{
    int a = 2000000000, b = 2000000000;
    long mid = (long)a + b;
    return (int)(mid / 2) - 2000000000;
} //~ none
