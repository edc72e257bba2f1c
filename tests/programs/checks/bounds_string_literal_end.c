int main(void)
{
    const char *s = "abc";
    int i, n = 0;
    for (i = 0; i < 5; i++)
        n += s[i]; //~ bounds@14: read of 1 byte at offset 4 of a string literal
    return n;
}
