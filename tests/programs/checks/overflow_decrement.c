int main(void)
{
    long l = -9223372036854775807L - 1;
    --l; //~ overflow@5: -9223372036854775808 - 1 does not fit in long
    return 0;
}
