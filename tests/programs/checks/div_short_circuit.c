int main(void)
{
    int n = 0, s = 5;
    return n != 0 && s / n > 1;
} //~ none
