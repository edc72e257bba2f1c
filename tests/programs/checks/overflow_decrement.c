int main(void)
{
    long l = -9223372036854775807L - 1;
    --l; //~ overflow@5
    return 0;
}
