int main(void)
{
    int n = 0, s = 5;
    return n ? s / n : 0;
} //~ none
