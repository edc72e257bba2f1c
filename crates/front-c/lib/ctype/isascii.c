int isascii(int c)
{
    return c >= 0 && c < 128;
}

int toascii(int c)
{
    return c & 127;
}
