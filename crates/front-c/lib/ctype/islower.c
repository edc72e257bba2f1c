int islower(int c)
{
    return c >= 'a' && c <= 'z' ? 512 : 0;
}
