int main(void)
{
    long a = -9223372036854775807L - 1;
    int b = -1;
    return a % b; //~ overflow@12: -9223372036854775808 % -1 does not fit in long
}
